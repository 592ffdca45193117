//! `cargo xtask test`: sets up what tests need, runs all of them and ends with `N passed, N failed`.

use std::ops::AddAssign;
use std::process::ExitCode;

use anyhow::Result;

use crate::layout::{Layout, Profile};
use crate::postgres::Postgres;
use crate::probe::Probe;
use crate::process::stage;
use crate::{attack, build, options, setup, site};

mod end_to_end;
mod harness;

const PARTS: [&str; 7] = ["app", "server", "xtask", "postgres", "wasm", "e2e", "attack"];

/// The number of tests, and the names of the failed ones.
#[derive(Default)]
struct Outcome {
    passed: u64,
    failed: u64,
    names: Vec<String>,
}

impl AddAssign for Outcome {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.names.extend(other.names);
    }
}

pub fn run(options: &[String]) -> Result<ExitCode> {
    let parts = options::only("test", &PARTS, options)?;
    let wants = |part| parts.contains(&part);
    let layout = Layout::of_workspace()?;
    let mut outcome = Outcome::default();
    if cfg!(unix) && (wants("server") || wants("postgres")) {
        setup::programs::ensure()?;
    }
    // The site comes first: it is built into the server.
    match (wants("server") || wants("postgres"), wants("e2e")) {
        (true, _) => drop(site::build(&layout, Profile::Dev)?),
        (false, true) => drop(build::binary(&layout, Profile::Dev)?),
        (false, false) => {}
    }
    // One command, since separate ones would compile dependencies again with the features of each package. It also
    // builds the binary, which the server's tests run.
    let mut rust = Vec::new();
    if wants("app") {
        rust.extend(["--package", "app", "--features", "app/ssr", "--package", "probe"]);
    }
    if wants("server") {
        rust.extend(["--package", "server", "--package", "load"]);
    }
    for options in [&rust[..], if wants("xtask") { &["--package", "xtask"] } else { &[] }] {
        if !options.is_empty() {
            outcome += stage("tests of Rust", || harness::run(&layout, options))?;
        }
    }
    if wants("postgres") {
        outcome += over_postgres(&layout)?;
    }
    if wants("wasm") {
        outcome += wasm(&layout)?;
    }
    if wants("e2e") {
        outcome += end_to_end::run(&layout)?;
    }
    if wants("attack") {
        outcome += attacked(&layout)?;
    }
    outcome.names.iter().for_each(|name| println!("FAILED {name}"));
    println!("{} passed, {} failed", outcome.passed, outcome.failed);
    Ok(if outcome.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Attacks the server for a short time, which counts as one test.
fn attacked(layout: &Layout) -> Result<Outcome> {
    let harmony = build::binary(layout, Profile::Dev)?;
    let holds = attack::attack(layout, &harmony, &attack::PARTS, true)?;
    let names = if holds { Vec::new() } else { vec!["attack: what did not hold is named above".to_owned()] };
    Ok(Outcome { passed: holds.into(), failed: (!holds).into(), names })
}

/// Runs the tests of the server again, with their stores in PostgreSQL.
fn over_postgres(layout: &Layout) -> Result<Outcome> {
    let Some(postgres) = Postgres::start()? else {
        println!("PostgreSQL is not installed: its tests are left out");
        return Ok(Outcome::default());
    };
    let options = ["--package", "server", "--test", "server"];
    stage("tests over PostgreSQL", || {
        harness::run_with(layout, &options, &[("HARMONY_TEST_POSTGRES", &postgres.address)])
    })
}

/// Checks that browsers parse every fixture of every room exactly as the server does. Counts as one test, since the
/// fixtures have tests of their own.
fn wasm(layout: &Layout) -> Result<Outcome> {
    let probe = Probe::of(layout)?;
    stage("probe", || probe.build(layout))?;
    stage("probe in WASM", || probe.build_wasm(layout))?;
    let (differing, read) =
        stage("native and WASM", || probe.differences(&layout.root.join("app/src/formats")))?;
    let names: Vec<String> =
        differing.iter().map(|name| format!("wasm: {name} is read as natively")).collect();
    Ok(Outcome { passed: (names.is_empty() && read > 0).into(), failed: names.len() as u64, names })
}
