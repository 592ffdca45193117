use std::path::PathBuf;

use app::format::Parsed;
use app::formats::gate_answer;
use app::gate::{GateAnswer, GateOptions, GateOutcome};
use app::scan::Blocks;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::inputs::{self, Input};
use super::{COULD_NOT_RUN, Config, output};

#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 pass, 1 fail or redeploy, 2 no verdict: nothing was recognized, no field says \
                        pass or fail, or the file could not be read"
)]
pub(super) struct Gate {
    /// The answer of a gate, bare or within a text; `-` for standard input
    file: PathBuf,
    /// Files that the work may touch, within the worktree; repeatable. Without any, the answer's own scope counts
    #[arg(long, value_name = "GLOB")]
    scope: Vec<String>,
    /// The directory that the work was assigned to
    #[arg(long, value_name = "DIR")]
    worktree: Option<String>,
    /// The least coverage, in percent; it is not assumed where neither this, harmony.toml nor the answer states it
    #[arg(long, value_name = "N", value_parser = percentage)]
    threshold: Option<f64>,
    #[command(flatten)]
    config: Config,
    /// Which attempt of the work this is, from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    attempt: Option<u32>,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Human,
    Json,
}

fn percentage(written: &str) -> Result<f64, String> {
    let number = written.trim_end_matches('%').parse::<f64>().ok();
    number.filter(|number| (0.0..=100.0).contains(number)).ok_or_else(|| "a number from 0 to 100".to_owned())
}

/// A verdict in a text.
pub(super) struct Judged<'b> {
    pub parsed: &'b Parsed,
    pub answer: &'b GateAnswer,
}

pub(super) fn run(gate: &Gate) -> anyhow::Result<u8> {
    let input = inputs::read(&gate.file)?.masked();
    let options = gate.config.find()?.gate.complete(GateOptions {
        scope: gate.scope.clone(),
        worktree: gate.worktree.clone(),
        threshold: gate.threshold,
        attempt: gate.attempt,
    });
    let blocks = Blocks::of(&input.text, None).judged_with(options);
    let of_gates = blocks.claims().iter().enumerate().filter(|(_, claim)| claim.room.gate.is_some());
    let indices: Vec<usize> = of_gates.filter(|(_, claim)| !claim.fenced).map(|(index, _)| index).collect();
    let parsed = blocks.read(indices.into_iter());
    let verdicts: Vec<Judged<'_>> =
        parsed.iter().filter_map(|parsed| Some(Judged { parsed, answer: gate_answer(parsed)? })).collect();
    let worst = verdicts.iter().max_by_key(|judged| rank(judged.answer.outcome));
    match gate.format {
        Format::Human => match worst {
            Some(worst) => output::draw_verdicts(&input, worst.answer.outcome, &verdicts)?,
            None => output::print_line(&no_verdict(&input))?,
        },
        Format::Json => output::print_line(&report(&input, worst, &verdicts).to_string())?,
    }
    Ok(match worst.map(|worst| worst.answer.outcome) {
        Some(GateOutcome::Pass) => PASS,
        Some(GateOutcome::Fail | GateOutcome::Redeploy) => FAIL,
        Some(GateOutcome::Undecidable) | None => COULD_NOT_RUN,
    })
}

const PASS: u8 = 0;
const FAIL: u8 = 1;

/// Of several verdicts the worst decides.
const fn rank(outcome: GateOutcome) -> u8 {
    match outcome {
        GateOutcome::Pass => 0,
        GateOutcome::Undecidable => 1,
        GateOutcome::Fail => 2,
        GateOutcome::Redeploy => 3,
    }
}

fn no_verdict(input: &Input) -> String {
    format!("no verdict\nno answer of a gate was recognized in {}", input.name)
}

fn report(input: &Input, worst: Option<&Judged<'_>>, verdicts: &[Judged<'_>]) -> Value {
    let mut report = match worst {
        Some(worst) => output::verdict_json(&input.text, worst),
        None => json!({
            "outcome": null, "rule": "no answer of a gate was recognized", "flags": [], "kind": null, "attempt": null,
        }),
    };
    report["file"] = input.name.as_str().into();
    report["verdicts"] = verdicts.iter().map(|judged| output::verdict_json(&input.text, judged)).collect();
    report
}
