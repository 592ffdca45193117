//! Sets up, builds, runs and tests Harmony. Needs nothing but what rustup installs, and prints what it does.

use std::process::ExitCode;

use anyhow::{Result, bail};

mod attack;
mod bench;
mod build;
mod chaos;
mod corpus;
mod fuzz;
mod layout;
mod lighthouse;
mod options;
mod postgres;
mod probe;
mod process;
mod release;
mod run;
mod setup;
mod site;
mod sizes;
mod split;
mod standby;
mod test;

const USAGE: &str = "\
cargo xtask run [--release] [-- ARGS]   build everything and open the dashboard; ARGS go to `harmony`
cargo xtask build [--release]           build the one binary, all browser files inside
cargo xtask site [--release]            build what browsers load, as a release build of the server does
cargo xtask release [--target TRIPLE]…  pack the binary for this machine or others, optimized by use, with licenses and a checksum
cargo xtask test [--only app,wasm,server,postgres,e2e,attack,xtask]   set up what tests need, run them, sum them up
cargo xtask corpus PATH [--if-present]  compare what is read in real documents with what is known of them
cargo xtask fuzz [--minutes N] [--target NAME] [--seed N]   damage documents, and look for what does not hold
cargo xtask fuzz --guided [--minutes N | --executions N] [--target NAME]   the same by cargo-fuzz, guided by what inputs reach
cargo xtask bench [--only PART,…]        what a release does under load, beside the barest that does the same
cargo xtask chaos [--release] [--only kills,failover,network,disk,clock,viewers] [--store sqlite,postgres] [--rounds N]
                                        have these go wrong while writers write, and count what was lost
cargo xtask attack [--short] [--only doors,bombs,secrets,browser]   attack a server on this machine, and count what got through
cargo xtask sizes                       what browsers load, in bytes
cargo xtask lighthouse                  Lighthouse's scores of the pages
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<ExitCode> {
    let Some((task, options)) = arguments.split_first() else {
        print!("{USAGE}");
        return Ok(ExitCode::SUCCESS);
    };
    match task.as_str() {
        "release" => release::run(options),
        "run" => run::run(options),
        "attack" => attack::run(options),
        "bench" => bench::run(options),
        "chaos" => chaos::run(options),
        "build" => build::run(options),
        "corpus" => corpus::run(options),
        "fuzz" => fuzz::run(options),
        "lighthouse" => lighthouse::run(options),
        "site" => site::run(options),
        "sizes" => sizes::run(options),
        "standby" => standby::run(options),
        "test" => test::run(options),
        "help" | "--help" | "-h" => {
            print!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        unknown => bail!("there is no task `{unknown}`\n\n{USAGE}"),
    }
}
