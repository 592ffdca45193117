//! What is asked of the decisions. Each query goes along an index and looks at a bounded number of rows.

use std::collections::HashMap;

use app::audit::{
    AuditedTask, CountedFinding, DecisionQuery, Decisions, EndFinding, Facet, FacetValues, Link, MachineMove,
    Path, PathStep, Place, RecordFinding, STATES, StoredDecision, Trail, signals_of, step_between,
};
use app::document::DocumentHead;
use app::severity::Severity;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter};

use super::trails::step_before;
use super::words::number_of;
use super::{document_of, rows};
use crate::store::sqlite::queries::read_head;
use crate::store::{PAGE, StoreError};

/// The tasks of a page, the values of a facet, and the findings that are named of a task.
pub(in crate::store) const TASKS: usize = 20;
pub(in crate::store) const VALUES: usize = 40;
pub(in crate::store) const FINDINGS: usize = 20;
/// The steps of a trail that are shown: the newest.
pub(in crate::store) const STEPS: usize = 60;
/// The records that one request looks at where several facets are chosen; the next page goes on after them.
pub(in crate::store) const LOOKED_AT: usize = 20_000;

/// Of a millisecond.
const MICROSECONDS: i64 = 1_000;

pub fn find(connection: &mut Connection, query: &DecisionQuery) -> Result<Decisions, StoreError> {
    let moment = connection.transaction()?;
    let mut reader = Reader { connection: &moment, words: HashMap::new(), heads: HashMap::new() };
    let (records, next) = reader.records(query)?;
    let task = query.task.as_deref();
    let (tasks, next_tasks) = match task {
        Some(_) => (Vec::new(), None),
        None => reader.tasks(query.tasks_before)?,
    };
    let trail = task.map(|task| reader.trail(task)).transpose()?.flatten();
    Ok(Decisions { trail, tasks, next_tasks, records, next, facets: reader.facets()? })
}

struct Reader<'c> {
    connection: &'c Connection,
    words: HashMap<i64, String>,
    heads: HashMap<i64, DocumentHead>,
}

impl Reader<'_> {
    fn facets(&self) -> Result<Vec<FacetValues>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT word, records FROM decision_word WHERE facet = ?1 AND records > 0
             ORDER BY records DESC, id DESC LIMIT ?2",
        )?;
        let values = |facet: Facet| {
            let rows = statement
                .query_map(params![number_of(facet), VALUES + 1], |row| Ok((row.get(0)?, row.get(1)?)))?;
            let mut values = rows.collect::<Result<Vec<(String, u64)>, _>>()?;
            let is_cut = values.len() > VALUES;
            values.truncate(VALUES);
            Ok(FacetValues { facet, values, is_cut })
        };
        Facet::ALL.into_iter().map(values).collect()
    }

    /// Returns the id of a value, and how many records have it.
    fn known(&self, facet: Facet, word: &str) -> Result<Option<(i64, u64)>, StoreError> {
        Ok(self
            .connection
            .prepare_cached("SELECT id, records FROM decision_word WHERE facet = ?1 AND word = ?2")?
            .query_row(params![number_of(facet), word], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?)
    }

    /// Returns a page of records, the newest first, and where the next one begins.
    fn records(&mut self, query: &DecisionQuery) -> Result<(Vec<StoredDecision>, Option<u64>), StoreError> {
        let before = query.before.map_or(i64::MAX, |before| i64::try_from(before).unwrap_or(i64::MAX));
        let mut chosen = Vec::new();
        for (facet, word) in query.chosen() {
            let Some((id, count)) = self.known(facet, word)? else { return Ok((Vec::new(), None)) };
            chosen.push((facet, id, count));
        }
        // The rarest value leads; the others are looked at record by record.
        chosen.sort_by_key(|(.., count)| *count);
        let (sql, values) = candidates(chosen.first().map(|(facet, id, _)| (*facet, *id)), before);
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut found = statement.query(params_from_iter(values))?;
        let (mut places, mut looked_at, mut last) = (Vec::new(), 0, None);
        while let Some(row) = found.next()? {
            let place: i64 = row.get(0)?;
            looked_at += 1;
            last = Some(place);
            if self.fits(row, place, chosen.get(1..).unwrap_or_default())? {
                places.push(place);
            }
            if places.len() > PAGE {
                break;
            }
        }
        let next = if places.len() > PAGE {
            places.truncate(PAGE);
            places.last().copied()
        } else {
            last.filter(|_| looked_at == LOOKED_AT)
        };
        let records = places.into_iter().map(|place| self.record(place)).collect::<Result<_, _>>()?;
        Ok((records, next.map(|place| place as u64)))
    }

    fn fits(&self, row: &Row<'_>, place: i64, chosen: &[(Facet, i64, u64)]) -> Result<bool, StoreError> {
        for (facet, id, _) in chosen {
            let fits = match facet {
                Facet::Finding => self
                    .connection
                    .prepare_cached("SELECT 1 FROM decision_finding WHERE finding = ?1 AND place = ?2")?
                    .exists([*id, place])?,
                other => row.get::<_, Option<i64>>(other.as_str())? == Some(*id),
            };
            if !fits {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn record(&mut self, place: i64) -> Result<StoredDecision, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT at_us, line, task, layer, class, level, actor, reason, spawn, closeout, watchdog,
               stated, lit, id, ts, links
             FROM decision WHERE place = ?1",
        )?;
        let mut found = statement.query([place])?;
        let Some(row) = found.next()? else {
            return Err(StoreError::Corrupt("a decision that an index names is missing".to_owned()));
        };
        let (at_us, task): (i64, Option<i64>) = (row.get(0)?, row.get(2)?);
        let mut words = [None, None, None, None, None, None];
        for (word, column) in words.iter_mut().zip(2..) {
            *word = row.get::<_, Option<i64>>(column)?.map(|id| self.word(id)).transpose()?;
        }
        let [task_name, layer, class, level, actor, reason] = words;
        let states: [Option<u8>; STATES.len()] = [row.get(8)?, row.get(9)?, row.get(10)?];
        let mut moves = Vec::new();
        for (machine, state) in states.into_iter().enumerate() {
            let Some(to) = state else { continue };
            let from = task
                .map(|task| step_before(self.connection, task, machine, at_us, place))
                .transpose()?
                .flatten();
            moves.push(MachineMove {
                machine: machine_name(machine),
                from: from.map(|from| state_name(machine, from)),
                to: state_name(machine, to),
            });
        }
        let links: Option<String> = row.get(15)?;
        let document = self.head(place)?;
        let (document, session) = (document.id.clone(), document.source.session.clone());
        Ok(StoredDecision {
            number: place as u64,
            place: Place { document, line: row.get(1)? },
            session,
            id: row.get(13)?,
            ts: row.get(14)?,
            at_ms: at_us / MICROSECONDS,
            task: task_name,
            layer,
            class,
            level,
            actor,
            reason,
            moves,
            signals: signals_of(row.get(11)?, row.get(12)?)
                .map(|(name, is_lit)| (name.to_owned(), is_lit))
                .collect(),
            links: self.links(links.as_deref())?,
            findings: self.findings(place)?,
        })
    }

    fn links(&mut self, stored: Option<&str>) -> Result<Vec<Link>, StoreError> {
        let ids: Vec<String> = stored
            .map_or(Ok(Vec::new()), serde_json::from_str)
            .map_err(|error| StoreError::Corrupt(format!("a decision's links: {error}")))?;
        let mut links = Vec::with_capacity(ids.len());
        for id in ids {
            let found: Option<i64> = self
                .connection
                .prepare_cached(
                    "SELECT place FROM decision WHERE key = ?1 AND is_live = 1 AND id = ?2 LIMIT 1",
                )?
                .query_row(params![rows::key_of(&id), id], |row| row.get(0))
                .optional()?;
            let target = found.map(|place| Ok::<_, StoreError>((place as u64, self.place(place)?)));
            links.push(Link { id, target: target.transpose()? });
        }
        Ok(links)
    }

    fn findings(&mut self, place: i64) -> Result<Vec<RecordFinding>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT word, severity FROM decision_finding JOIN decision_word ON id = finding
             WHERE place = ?1 ORDER BY word",
        )?;
        let rows = statement.query_map([place], |row| Ok((row.get(0)?, row.get(1)?)))?;
        rows.map(|row| row.map(|(rule, severity)| finding(rule, severity)).map_err(Into::into)).collect()
    }

    fn tasks(&mut self, before: Option<u64>) -> Result<(Vec<AuditedTask>, Option<u64>), StoreError> {
        let before = before.map_or(i64::MAX, |before| i64::try_from(before).unwrap_or(i64::MAX));
        let mut statement = self.connection.prepare_cached(
            "SELECT task, newest FROM decision_task WHERE newest < ?1 ORDER BY newest DESC LIMIT ?2",
        )?;
        let rows = statement.query_map(params![before, TASKS + 1], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut found = rows.collect::<Result<Vec<(i64, i64)>, _>>()?;
        let there_is_more = found.len() > TASKS;
        found.truncate(TASKS);
        let next = found.last().filter(|_| there_is_more).map(|(_, newest)| *newest as u64);
        let tasks = found.into_iter().map(|(task, newest)| self.task(task, newest));
        Ok((tasks.collect::<Result<_, _>>()?, next))
    }

    fn task(&mut self, task: i64, newest: i64) -> Result<AuditedTask, StoreError> {
        let records = self
            .connection
            .prepare_cached("SELECT records FROM decision_word WHERE id = ?1")?
            .query_row([task], |row| row.get(0))?;
        let mut states = [const { None }; STATES.len()];
        for (machine, state) in states.iter_mut().enumerate() {
            let step = step_before(self.connection, task, machine, i64::MAX, i64::MAX)?;
            *state = step.map(|step| state_name(machine, step));
        }
        let at_us: i64 = self
            .connection
            .prepare_cached("SELECT at_us FROM decision WHERE place = ?1")?
            .query_row([newest], |row| row.get(0))?;
        let mut statement = self.connection.prepare_cached(
            "SELECT word, severity, decision_task_finding.records
             FROM decision_task_finding JOIN decision_word ON id = finding WHERE task = ?1 LIMIT ?2",
        )?;
        let rows = statement.query_map(params![task, FINDINGS], |row| {
            let RecordFinding { rule, severity } = finding(row.get(0)?, row.get(1)?);
            Ok(CountedFinding { rule, severity, count: row.get(2)? })
        })?;
        let mut findings = rows.collect::<Result<Vec<_>, _>>()?;
        findings.sort_by(|one, other| (one.severity, &one.rule).cmp(&(other.severity, &other.rule)));
        Ok(AuditedTask { task: self.word(task)?, records, states, findings, newest_ms: at_us / MICROSECONDS })
    }

    fn trail(&mut self, task: &str) -> Result<Option<Trail>, StoreError> {
        let Some((task, _)) = self.known(Facet::Task, task)? else { return Ok(None) };
        let mut statement = self.connection.prepare_cached(
            "SELECT newest, end_place, word, severity FROM decision_task
             LEFT JOIN decision_word ON decision_word.id = end_finding
             LEFT JOIN decision_finding ON finding = end_finding AND place = end_place
             WHERE decision_task.task = ?1",
        )?;
        let found = statement
            .query_row([task], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
            .optional()?;
        let Some((newest, end_place, rule, severity)) = found else { return Ok(None) };
        let (end_place, rule, severity): (Option<i64>, Option<String>, Option<String>) =
            (end_place, rule, severity);
        let end = match (end_place, rule, severity) {
            (Some(place), Some(rule), Some(severity)) => {
                Some(EndFinding { finding: finding(rule, severity), place: self.place(place)? })
            }
            _ => None,
        };
        let machines = (0..STATES.len()).map(|machine| self.path(task, machine));
        Ok(Some(Trail { machines: machines.collect::<Result<_, _>>()?, task: self.task(task, newest)?, end }))
    }

    fn path(&mut self, task: i64, machine: usize) -> Result<Path, StoreError> {
        let mut seen = self
            .connection
            .prepare_cached("SELECT 1 FROM decision_step WHERE task = ?1 AND machine = ?2 AND step = ?3")?;
        let known = STATES.get(machine).map_or(&[][..], |(_, states)| states);
        let mut states = Vec::with_capacity(known.len());
        for (step, state) in known.iter().enumerate().filter(|(_, state)| **state != "UNKNOWN") {
            states.push(((*state).to_owned(), seen.exists(params![task, machine, step])?));
        }
        let mut statement = self.connection.prepare_cached(
            "SELECT step, at_us, place FROM decision_step WHERE task = ?1 AND machine = ?2
             ORDER BY at_us DESC, place DESC LIMIT ?3",
        )?;
        // One more than is shown, since it decides about the first.
        let rows = statement.query_map(params![task, machine, STEPS + 1], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?;
        let found = rows.collect::<Result<Vec<(u8, i64, i64)>, _>>()?;
        let mut steps = Vec::with_capacity(found.len());
        for (index, (step, at_us, place)) in found.iter().take(STEPS).enumerate() {
            let before = found.get(index + 1).map(|(before, ..)| *before);
            let rule = before.and_then(|before| step_between(machine, before, *step));
            steps.push(PathStep {
                state: state_name(machine, *step),
                at_ms: at_us / MICROSECONDS,
                place: self.place(*place)?,
                finding: rule.map(|rule| RecordFinding { rule: rule.id.to_owned(), severity: rule.severity }),
            });
        }
        steps.reverse();
        Ok(Path { machine: machine_name(machine), states, steps, is_cut: found.len() > STEPS })
    }

    fn place(&mut self, place: i64) -> Result<Place, StoreError> {
        let line = self
            .connection
            .prepare_cached("SELECT line FROM decision WHERE place = ?1")?
            .query_row([place], |row| row.get(0))?;
        Ok(Place { document: self.head(place)?.id.clone(), line })
    }

    fn head(&mut self, place: i64) -> Result<&DocumentHead, StoreError> {
        let seq = document_of(place);
        if !self.heads.contains_key(&seq) {
            let head: String = self
                .connection
                .prepare_cached("SELECT head FROM document WHERE seq = ?1")?
                .query_row([seq], |row| row.get(0))?;
            self.heads.insert(seq, read_head(&head)?);
        }
        self.heads.get(&seq).ok_or_else(|| StoreError::Corrupt("a decision has no document".to_owned()))
    }

    fn word(&mut self, id: i64) -> Result<String, StoreError> {
        if let Some(word) = self.words.get(&id) {
            return Ok(word.clone());
        }
        let word: String = self
            .connection
            .prepare_cached("SELECT word FROM decision_word WHERE id = ?1")?
            .query_row([id], |row| row.get(0))?;
        self.words.insert(id, word.clone());
        Ok(word)
    }
}

/// The query for the places of records that have the rarest value, with what the other facets are compared with.
fn candidates(rarest: Option<(Facet, i64)>, before: i64) -> (String, Vec<Value>) {
    let from = match rarest {
        None => "decision INDEXED BY decision_by_live WHERE is_live = 1".to_owned(),
        Some((Facet::Finding, _)) => {
            "decision_finding CROSS JOIN decision USING (place) WHERE finding = ?2".to_owned()
        }
        Some((facet, _)) => {
            let column = facet.as_str();
            format!("decision INDEXED BY decision_by_{column} WHERE {column} = ?2 AND is_live = 1")
        }
    };
    let place = match rarest {
        Some((Facet::Finding, _)) => "decision_finding.place",
        _ => "decision.place",
    };
    let sql = format!(
        "SELECT {place}, decision.task AS task, layer, class, level, actor, signals FROM {from}
         AND {place} < ?1 ORDER BY {place} DESC LIMIT {LOOKED_AT}"
    );
    let values = [Some(before), rarest.map(|(_, id)| id)];
    (sql, values.into_iter().flatten().map(Value::Integer).collect())
}

pub(in crate::store) fn machine_name(machine: usize) -> String {
    STATES.get(machine).map_or_else(String::new, |(name, _)| (*name).to_owned())
}

pub(in crate::store) fn state_name(machine: usize, step: u8) -> String {
    let state = STATES.get(machine).and_then(|(_, states)| states.get(usize::from(step)));
    state.map_or_else(String::new, |state| (*state).to_owned())
}

pub(in crate::store) fn finding(rule: String, severity: String) -> RecordFinding {
    RecordFinding { rule, severity: Severity::named(&severity).unwrap_or(Severity::Warning) }
}
