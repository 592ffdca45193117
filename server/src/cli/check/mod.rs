//! `harmony check`: collects texts, reads them side by side, judges what was found, and reports it.

mod baseline;
mod breaks_off;
mod checked;
mod expected;
mod failures;
mod ignores;
mod judge;
mod options;
mod reading;
mod report;
mod rules;
mod severities;

use std::collections::HashSet;

use anyhow::Context;
use rayon::prelude::*;

use super::format::unless_refused;
use super::inputs::{self, Excluded, Input, Texts};
use super::output::{self, Progress};
use crate::config_file::{ConfigFile, FailOn};
use baseline::Baseline;
use judge::Judge;
use report::Reporter;
use severities::Severities;

pub(super) use baseline::BaselineUse;
pub(super) use checked::{Checked, FixMode};
pub(super) use failures::Failures;
pub(super) use ignores::Ignores;
use options::format_of;
pub(super) use options::{As, Check};
pub(super) use reading::{Found, Reading};
pub(super) use rules::ALL as OWN_RULES;

/// Texts that are in memory at once, apart from those that a report needs to the end.
const BYTES_AT_ONCE: usize = 16 * 1024 * 1024;

pub(super) fn run(check: &Check) -> anyhow::Result<u8> {
    check.refuse_nonsense()?;
    let config = check.config.find()?;
    check.formats.take_up(&config)?;
    let excluded = Excluded::of(&config.folder, &config.check.exclude)
        .with_context(|| config.file.display().to_string())?;
    let mut judge = check.judge(&config)?;
    let reading = check.reading(config, &judge)?;
    let mut reporter = Reporter::of(check);
    let mut repeated = HashSet::new();
    let mut files = inputs::find_except(&check.files, &excluded);
    if let Some(baseline) = &judge.baseline {
        files.retain(|file| !file.as_ref().is_ok_and(|file| baseline.is(file)));
    }
    let progress = Progress::of(files.len());
    let mut texts = Texts::of(files, &check.files).peekable();
    while texts.peek().is_some() {
        let inputs = next_batch(&mut texts, &mut judge);
        let checked: Vec<anyhow::Result<Vec<Checked>>> = inputs
            .into_par_iter()
            .with_max_len(1)
            .map(|input| {
                let is_last = input.is_last;
                let checked = Checked::read(input, &reading, check.fix_mode());
                if is_last {
                    progress.advance();
                }
                checked
            })
            .collect();
        progress.clear();
        for checked in checked {
            for mut checked in checked? {
                if checked.input.repeats(&mut repeated) {
                    judge.look_at(&checked);
                    continue;
                }
                judge.add(&mut checked);
                reporter.add(checked)?;
            }
        }
    }
    let (summary, code) = judge.finish()?;
    reporter.finish(&summary)?;
    Ok(unless_refused(code))
}

fn next_batch(texts: &mut impl Iterator<Item = anyhow::Result<Input>>, judge: &mut Judge) -> Vec<Input> {
    let mut inputs = Vec::new();
    let mut bytes = 0;
    while bytes < BYTES_AT_ONCE
        && let Some(input) = texts.next()
    {
        match input {
            Ok(input) => {
                if input.text.oddities().invalid_utf8 {
                    output::warn_of_encoding(&input.name);
                }
                bytes += input.text.source().len();
                inputs.push(input);
            }
            Err(error) => {
                output::print_error(&error);
                judge.summary.unread += 1;
            }
        }
    }
    inputs
}

impl Check {
    /// What a file is judged by. Options take precedence over the configuration.
    fn judge(&self, config: &ConfigFile) -> anyhow::Result<Judge> {
        let baseline = self.baseline.as_deref().map(|path| Baseline::read(path, self.update_baseline));
        let fail_on = match (self.fail_on.as_slice(), config.check.fail_on.as_slice()) {
            ([], []) => &[FailOn::Error][..],
            ([], configured) => configured,
            (asked, _) => asked,
        };
        Ok(Judge {
            fail_on: fail_on.to_vec(),
            expected: self
                .expect
                .as_deref()
                .map(|format| format_of(format).map(|room| room.spec))
                .transpose()?,
            is_strict: self.strict,
            min_score: self.min_score.or(config.check.min_score),
            severities: Severities::of(config.check.rules.clone())
                .with_context(|| config.file.display().to_string())?,
            baseline: baseline.transpose()?,
            ..Judge::default()
        })
    }

    fn reading(&self, config: ConfigFile, judge: &Judge) -> anyhow::Result<Reading> {
        Ok(Reading {
            read_as: self.read_as.read_as()?,
            gate: config.gate.complete(app::gate::GateOptions::default()),
            severities: judge.severities.clone(),
            reports_failures: judge.fail_on.contains(&FailOn::Verdict),
            min_score: judge.min_score,
        })
    }
}
