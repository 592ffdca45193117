//! Browsers read as the server does: every fixture of every room, byte for byte.

use anyhow::Result;

use super::counted;
use super::tally::Tally;
use crate::layout::Layout;
use crate::probe::Probe;
use crate::stages::Stages;

/// Stages that [`run`] takes.
pub const STAGES: usize = 3;

pub fn run(layout: &Layout, tally: &mut Tally, stages: &mut Stages) -> Result<()> {
    let probe = Probe::of(layout)?;
    stages.stage("probe", |stage| probe.build(layout, stage))?;
    stages.stage("probe in WASM", |stage| probe.build_wasm(layout, stage))?;
    stages.stage("native and WASM", |stage| {
        counted(tally, stage, |tally| {
            let (differing, read) = probe.differences(&layout.root.join("app/src/formats"))?;
            for name in &differing {
                tally.fail(format!("wasm: {name} is read as natively"));
            }
            // One test for all that are the same: their names are those of the fixtures' own tests.
            if differing.is_empty() && read > 0 {
                tally.pass(format!("wasm: {read} texts are read as natively"));
            }
            Ok(())
        })
    })
}
