//! What is asked of the decisions. Each query goes along an index and looks at a bounded number of rows.

use std::collections::HashMap;

use app::audit::{
    AuditedTask, CountedFinding, DecisionQuery, Decisions, EndFinding, Facet, FacetValues, Link, MachineMove,
    Path, PathStep, Place, RecordFinding, STATES, StoredDecision, Trail, signals_of, step_between,
};
use app::document::DocumentHead;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::trails::step_before;
use crate::store::postgres::queries::read_head;
use crate::store::postgres::sql::{Sql, Unsigned, clean, place_or_end};
use crate::store::sqlite::decisions::document_of;
use crate::store::sqlite::decisions::queries::{
    FINDINGS, LOOKED_AT, STEPS, TASKS, VALUES, finding, machine_name, state_name,
};
use crate::store::sqlite::decisions::rows::{MICROSECONDS, key_of};
use crate::store::sqlite::decisions::words::number_of;
use crate::store::{PAGE, StoreError};

pub(in crate::store::postgres) async fn find(
    sql: &Sql,
    query: &DecisionQuery,
) -> Result<Decisions, StoreError> {
    let mut reader = Reader { sql, words: HashMap::new(), heads: HashMap::new() };
    let (records, next) = reader.records(query).await?;
    let (mut tasks, mut next_tasks, mut trail) = (Vec::new(), None, None);
    match query.task.as_deref() {
        Some(task) => trail = reader.trail(task).await?,
        None => (tasks, next_tasks) = reader.tasks(query.tasks_before).await?,
    }
    Ok(Decisions { trail, tasks, next_tasks, records, next, facets: reader.facets().await? })
}

struct Reader<'c> {
    sql: &'c Sql,
    words: HashMap<i64, String>,
    heads: HashMap<i64, DocumentHead>,
}

impl Reader<'_> {
    async fn facets(&self) -> Result<Vec<FacetValues>, StoreError> {
        let mut facets = Vec::with_capacity(Facet::ALL.len());
        for facet in Facet::ALL {
            let rows = self
                .sql
                .rows(
                    "SELECT word, records FROM decision_word WHERE facet = $1 AND records > 0
                     ORDER BY records DESC, id DESC LIMIT $2",
                    &[&(number_of(facet) as i64), &(VALUES as i64 + 1)],
                )
                .await?;
            let value = |row: &Row| Ok((row.try_get(0)?, row.unsigned(1)?));
            let mut values = rows.iter().map(value).collect::<Result<Vec<_>, StoreError>>()?;
            let is_cut = values.len() > VALUES;
            values.truncate(VALUES);
            facets.push(FacetValues { facet, values, is_cut });
        }
        Ok(facets)
    }

    /// Returns the id of a value, and how many records have it.
    async fn known(&self, facet: Facet, word: &str) -> Result<Option<(i64, i64)>, StoreError> {
        let statement = "SELECT id, records FROM decision_word WHERE facet = $1 AND word = $2";
        let row = self.sql.row(statement, &[&(number_of(facet) as i64), &clean(word).as_ref()]).await?;
        row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
    }

    /// Returns a page of records, the newest first, and where the next one begins.
    async fn records(
        &mut self,
        query: &DecisionQuery,
    ) -> Result<(Vec<StoredDecision>, Option<u64>), StoreError> {
        let before = place_or_end(query.before);
        let mut chosen = Vec::new();
        for (facet, word) in query.chosen() {
            let Some((id, count)) = self.known(facet, word).await? else { return Ok((Vec::new(), None)) };
            chosen.push((facet, id, count));
        }
        // The rarest value leads; of the records that have it, the others are compared.
        chosen.sort_by_key(|(.., count)| *count);
        let facets: Vec<Facet> = chosen.iter().map(|(facet, ..)| *facet).collect();
        let mut values: Vec<&(dyn ToSql + Sync)> = vec![&before];
        values.extend(chosen.iter().map(|(_, id, _)| id as &(dyn ToSql + Sync)));
        let rows = self.sql.rows(&candidates(&facets), &values).await?;
        let mut places: Vec<i64> = Vec::new();
        let mut last = None;
        for row in &rows {
            let looked_at: i64 = row.try_get(0)?;
            last = row.try_get::<_, Option<i64>>(1)?.filter(|_| looked_at == LOOKED_AT as i64);
            places.extend(row.try_get::<_, Option<i64>>(2)?);
        }
        let next = if places.len() > PAGE {
            places.truncate(PAGE);
            places.last().copied()
        } else {
            last
        };
        let mut records = Vec::with_capacity(places.len());
        for place in places {
            records.push(self.record(place).await?);
        }
        Ok((records, next.map(i64::cast_unsigned)))
    }

    async fn record(&mut self, place: i64) -> Result<StoredDecision, StoreError> {
        let row = self
            .sql
            .row(
                "SELECT at_us, line, task, layer, class, level, actor, reason, spawn, closeout, watchdog,
                   stated, lit, id, ts, links
                 FROM decision WHERE place = $1",
                &[&place],
            )
            .await?;
        let Some(row) = row else {
            return Err(StoreError::Corrupt("a decision that an index names is missing".to_owned()));
        };
        let (at_us, task): (i64, Option<i64>) = (row.try_get(0)?, row.try_get(2)?);
        let mut words = [None, None, None, None, None, None];
        for (word, column) in words.iter_mut().zip(2..) {
            if let Some(id) = row.try_get::<_, Option<i64>>(column)? {
                *word = Some(self.word(id).await?);
            }
        }
        let [task_name, layer, class, level, actor, reason] = words;
        let mut moves = Vec::new();
        for machine in 0..STATES.len() {
            let Some(to) = row.try_get::<_, Option<i64>>(8 + machine)? else { continue };
            let from = match task {
                Some(task) => step_before(self.sql, task, machine, at_us, place).await?,
                None => None,
            };
            moves.push(MachineMove {
                machine: machine_name(machine),
                from: from.map(|from| state_name(machine, from)),
                to: state_name(machine, u8::try_from(to).unwrap_or(u8::MAX)),
            });
        }
        let document = self.head(place).await?;
        let (document, session) = (document.id.clone(), document.source.session.clone());
        let bits = |column| -> Result<u32, StoreError> {
            Ok(u32::try_from(row.try_get::<_, i64>(column)?).unwrap_or_default())
        };
        Ok(StoredDecision {
            number: place.cast_unsigned(),
            place: Place { document, line: bits(1)? },
            session,
            id: row.try_get(13)?,
            ts: row.try_get(14)?,
            at_ms: at_us / MICROSECONDS,
            task: task_name,
            layer,
            class,
            level,
            actor,
            reason,
            moves,
            signals: signals_of(bits(11)?, bits(12)?)
                .map(|(name, is_lit)| (name.to_owned(), is_lit))
                .collect(),
            links: self.links(row.try_get(15)?).await?,
            findings: self.findings(place).await?,
        })
    }

    async fn links(&mut self, stored: Option<&str>) -> Result<Vec<Link>, StoreError> {
        let ids: Vec<String> = stored
            .map_or(Ok(Vec::new()), serde_json::from_str)
            .map_err(|error| StoreError::Corrupt(format!("a decision's links: {error}")))?;
        let mut links = Vec::with_capacity(ids.len());
        for id in ids {
            let statement =
                "SELECT place FROM decision WHERE key = $1 AND is_live AND id = $2 ORDER BY place LIMIT 1";
            let found = self.sql.row(statement, &[&key_of(&id), &clean(&id).as_ref()]).await?;
            let target = match found {
                Some(row) => {
                    let place: i64 = row.try_get(0)?;
                    Some((place.cast_unsigned(), self.place(place).await?))
                }
                None => None,
            };
            links.push(Link { id, target });
        }
        Ok(links)
    }

    async fn findings(&self, place: i64) -> Result<Vec<RecordFinding>, StoreError> {
        let rows = self
            .sql
            .rows(
                "SELECT word, severity FROM decision_finding JOIN decision_word ON id = finding
                 WHERE place = $1 ORDER BY word COLLATE \"C\"",
                &[&place],
            )
            .await?;
        rows.iter().map(|row| Ok(finding(row.try_get(0)?, row.try_get(1)?))).collect()
    }

    async fn tasks(&mut self, before: Option<u64>) -> Result<(Vec<AuditedTask>, Option<u64>), StoreError> {
        let before = place_or_end(before);
        let statement =
            "SELECT task, newest FROM decision_task WHERE newest < $1 ORDER BY newest DESC LIMIT $2";
        let mut found = self.sql.rows(statement, &[&before, &(TASKS as i64 + 1)]).await?;
        let there_is_more = found.len() > TASKS;
        found.truncate(TASKS);
        let next = found.last().filter(|_| there_is_more).map(|row| row.unsigned(1)).transpose()?;
        let mut tasks = Vec::with_capacity(found.len());
        for row in found {
            tasks.push(self.task(row.try_get(0)?, row.try_get(1)?).await?);
        }
        Ok((tasks, next))
    }

    async fn task(&mut self, task: i64, newest: i64) -> Result<AuditedTask, StoreError> {
        let records = self.sql.one("SELECT records FROM decision_word WHERE id = $1", &[&task]).await?;
        let mut states = [const { None }; STATES.len()];
        for (machine, state) in states.iter_mut().enumerate() {
            let step = step_before(self.sql, task, machine, i64::MAX, i64::MAX).await?;
            *state = step.map(|step| state_name(machine, step));
        }
        let at_us = self.sql.one("SELECT at_us FROM decision WHERE place = $1", &[&newest]).await?;
        let rows = self
            .sql
            .rows(
                "SELECT word, severity, decision_task_finding.records
                 FROM decision_task_finding JOIN decision_word ON id = finding WHERE task = $1
                 ORDER BY finding LIMIT $2",
                &[&task, &(FINDINGS as i64)],
            )
            .await?;
        let counted = |row: &Row| {
            let RecordFinding { rule, severity } = finding(row.try_get(0)?, row.try_get(1)?);
            Ok(CountedFinding { rule, severity, count: row.unsigned(2)? })
        };
        let mut findings = rows.iter().map(counted).collect::<Result<Vec<_>, StoreError>>()?;
        findings.sort_by(|one, other| (one.severity, &one.rule).cmp(&(other.severity, &other.rule)));
        Ok(AuditedTask {
            task: self.word(task).await?,
            records: records.unsigned(0)?,
            states,
            findings,
            newest_ms: at_us.try_get::<_, i64>(0)? / MICROSECONDS,
        })
    }

    async fn trail(&mut self, task: &str) -> Result<Option<Trail>, StoreError> {
        let Some((task, _)) = self.known(Facet::Task, task).await? else { return Ok(None) };
        let row = self
            .sql
            .row(
                "SELECT newest, end_place, word, severity FROM decision_task
                 LEFT JOIN decision_word ON decision_word.id = end_finding
                 LEFT JOIN decision_finding ON finding = end_finding AND place = end_place
                 WHERE decision_task.task = $1",
                &[&task],
            )
            .await?;
        let Some(row) = row else { return Ok(None) };
        let (place, rule, severity) = (row.try_get(1)?, row.try_get(2)?, row.try_get(3)?);
        let end = match (place, rule, severity) {
            (Some(place), Some(rule), Some(severity)) => {
                Some(EndFinding { finding: finding(rule, severity), place: self.place(place).await? })
            }
            _ => None,
        };
        let mut machines = Vec::with_capacity(STATES.len());
        for machine in 0..STATES.len() {
            machines.push(self.path(task, machine).await?);
        }
        Ok(Some(Trail { machines, task: self.task(task, row.try_get(0)?).await?, end }))
    }

    async fn path(&mut self, task: i64, machine: usize) -> Result<Path, StoreError> {
        let known = STATES.get(machine).map_or(&[][..], |(_, states)| states);
        let reached = self
            .sql
            .rows(
                "SELECT state FROM generate_series(0::bigint, $3::bigint) AS state WHERE EXISTS (
                   SELECT 1 FROM decision_step WHERE task = $1 AND machine = $2 AND step = state
                 )",
                &[&task, &(machine as i64), &(known.len() as i64)],
            )
            .await?;
        let seen: Vec<i64> = reached.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
        let states = (0_i64..)
            .zip(known)
            .filter(|(_, state)| **state != "UNKNOWN")
            .map(|(step, state)| ((*state).to_owned(), seen.contains(&step)))
            .collect();
        // One more than is shown, since it decides about the first.
        let rows = self
            .sql
            .rows(
                "SELECT step, newest.at_us, place, line FROM (
                   SELECT step, at_us, place FROM decision_step WHERE task = $1 AND machine = $2
                   ORDER BY at_us DESC, place DESC LIMIT $3
                 ) AS newest JOIN decision USING (place)
                 ORDER BY newest.at_us DESC, place DESC",
                &[&task, &(machine as i64), &(STEPS as i64 + 1)],
            )
            .await?;
        let mut found: Vec<(u8, i64, i64, u32)> = Vec::with_capacity(rows.len());
        for row in rows {
            let step = u8::try_from(row.try_get::<_, i64>(0)?).unwrap_or(u8::MAX);
            let line = u32::try_from(row.try_get::<_, i64>(3)?).unwrap_or_default();
            found.push((step, row.try_get(1)?, row.try_get(2)?, line));
        }
        let mut steps = Vec::with_capacity(found.len());
        for (index, (step, at_us, place, line)) in found.iter().take(STEPS).enumerate() {
            let before = found.get(index + 1).map(|(before, ..)| *before);
            let rule = before.and_then(|before| step_between(machine, before, *step));
            steps.push(PathStep {
                state: state_name(machine, *step),
                at_ms: at_us / MICROSECONDS,
                place: Place { document: self.head(*place).await?.id.clone(), line: *line },
                finding: rule.map(|rule| RecordFinding { rule: rule.id.to_owned(), severity: rule.severity }),
            });
        }
        steps.reverse();
        Ok(Path { machine: machine_name(machine), states, steps, is_cut: found.len() > STEPS })
    }

    async fn place(&mut self, place: i64) -> Result<Place, StoreError> {
        let row = self.sql.one("SELECT line FROM decision WHERE place = $1", &[&place]).await?;
        let line = u32::try_from(row.try_get::<_, i64>(0)?).unwrap_or_default();
        Ok(Place { document: self.head(place).await?.id.clone(), line })
    }

    async fn head(&mut self, place: i64) -> Result<&DocumentHead, StoreError> {
        let seq = document_of(place);
        if !self.heads.contains_key(&seq) {
            let row = self.sql.one("SELECT head FROM document WHERE seq = $1", &[&seq]).await?;
            self.heads.insert(seq, read_head(row.try_get(0)?)?);
        }
        self.heads.get(&seq).ok_or_else(|| StoreError::Corrupt("a decision has no document".to_owned()))
    }

    async fn word(&mut self, id: i64) -> Result<String, StoreError> {
        if let Some(word) = self.words.get(&id) {
            return Ok(word.clone());
        }
        let row = self.sql.one("SELECT word FROM decision_word WHERE id = $1", &[&id]).await?;
        let word: String = row.try_get(0)?;
        self.words.insert(id, word.clone());
        Ok(word)
    }
}

/// The query for the places of records that have values of facets, the rarest of which comes first: how many records it
/// looks at, the last of them, and one that fits.
fn candidates(facets: &[Facet]) -> String {
    let from = match facets.first() {
        None => "decision WHERE is_live".to_owned(),
        Some(Facet::Finding) => "decision_finding JOIN decision USING (place) WHERE finding = $2".to_owned(),
        Some(facet) => format!("decision WHERE {} = $2 AND is_live", facet.as_str()),
    };
    let fits = |(number, facet): (usize, &Facet)| match facet {
        Facet::Finding => format!(
            "EXISTS (SELECT 1 FROM decision_finding AS found WHERE finding = ${number} AND found.place = led.place)"
        ),
        other => format!("{} = ${number}", other.as_str()),
    };
    let others: Vec<String> = (2..).zip(facets).skip(1).map(fits).collect();
    let (others, most) =
        if others.is_empty() { ("true".to_owned(), PAGE + 1) } else { (others.join(" AND "), LOOKED_AT) };
    format!(
        "WITH led AS MATERIALIZED (
           SELECT place, decision.task, layer, class, level, actor, signals FROM {from}
           AND place < $1 ORDER BY place DESC LIMIT {most}
         )
         SELECT looked_at.records, looked_at.last, fitting.place
         FROM (SELECT count(*) AS records, min(place) AS last FROM led) AS looked_at
         LEFT JOIN (SELECT place FROM led WHERE {others} ORDER BY place DESC LIMIT {}) AS fitting ON true
         ORDER BY fitting.place DESC",
        PAGE + 1
    )
}
