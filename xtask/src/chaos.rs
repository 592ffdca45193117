//! `cargo xtask chaos`: has something go wrong again and again while writers write and viewers watch. Fails if anything
//! acknowledged is lost or there twice, if a viewer misses an event without knowing, or if it takes long to be back.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::build::Load;
use crate::layout::{Layout, Profile};
use crate::postgres::Postgres;
use crate::process;
use crate::setup::{self, debian};
use crate::standby::Pair;
use crate::{build, options};

/// Each with the stores on which it can happen.
const KINDS: [(&str, &[&str]); 6] = [
    ("kills", &STORES),
    ("failover", &["postgres"]),
    ("network", &["postgres"]),
    ("disk", &STORES),
    ("clock", &STORES),
    ("viewers", &STORES),
];
const STORES: [&str; 2] = ["sqlite", "postgres"];

/// What is asked for.
struct Wanted {
    profile: Profile,
    kinds: Vec<&'static str>,
    stores: Vec<&'static str>,
    /// For the load program, such as `--rounds 100`.
    options: Vec<String>,
}

pub fn run(options: &[String]) -> Result<ExitCode> {
    let wanted = Wanted::read(options)?;
    if cfg!(unix) {
        setup::programs::ensure()?;
    }
    // Without it, clocks that jump are left out, which the load program says.
    if wanted.kinds.contains(&"clock") && process::find("faketime").is_none() && debian::can_install() {
        debian::install(&["faketime"])?;
    }
    let layout = Layout::of_workspace()?;
    let harmony = build::binary(&layout, wanted.profile)?;
    let load = Load::build(&layout, wanted.profile)?;
    let postgres = if wanted.stores.contains(&"postgres") { Postgres::start()? } else { None };
    let mut holds = true;
    for (kind, stores) in KINDS {
        for store in stores.iter().filter(|store| wanted.has(kind, store)) {
            let mut command = load.command(&["chaos", kind], &harmony);
            command.args(&wanted.options);
            holds &= match (kind, *store, &postgres) {
                (_, "sqlite", _) => succeeds(&mut command)?,
                ("failover", _, Some(_)) => failover(&mut command)?,
                (_, _, Some(postgres)) => succeeds(command.arg("--database").arg(&postgres.address))?,
                (_, _, None) => {
                    println!("{kind}, PostgreSQL: LEFT OUT, since it is not installed");
                    true
                }
            };
        }
    }
    Ok(if holds { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn failover(command: &mut Command) -> Result<bool> {
    let pair = Pair::start()?.context("PostgreSQL is gone")?;
    command.arg("--database").arg(pair.address()?);
    command.arg("--fail-over").arg(pair.command("take-over")?);
    command.arg("--rebuild").arg(pair.command("rebuild")?);
    succeeds(command)
}

fn succeeds(command: &mut Command) -> Result<bool> {
    Ok(command.status().context("load could not be started")?.success())
}

impl Wanted {
    fn read(given: &[String]) -> Result<Self> {
        let kinds = KINDS.map(|(kind, _)| kind);
        let mut wanted = Self {
            profile: Profile::Dev,
            kinds: kinds.to_vec(),
            stores: STORES.to_vec(),
            options: Vec::new(),
        };
        let mut given = given.iter();
        while let Some(option) = given.next() {
            if option == "--release" {
                wanted.profile = Profile::Release;
                continue;
            }
            let value = given.next().with_context(|| format!("`{option}` has no value, or is unknown"))?;
            let only =
                |parts: &[&'static str]| options::only("chaos", parts, &["--only".to_owned(), value.clone()]);
            match option.as_str() {
                "--only" => wanted.kinds = only(&kinds)?,
                "--store" => wanted.stores = only(&STORES)?,
                "--rounds" | "--seed" | "--lanes" => wanted.options.extend([option.clone(), value.clone()]),
                _ => bail!(
                    "`cargo xtask chaos` knows no `{option}`; known are --only, --store, --rounds, --lanes, --seed and --release"
                ),
            }
        }
        Ok(wanted)
    }

    fn has(&self, kind: &str, store: &str) -> bool {
        self.kinds.contains(&kind) && self.stores.contains(&store)
    }
}

#[cfg(test)]
mod tests {
    use super::Wanted;

    #[test]
    fn kinds_and_stores_are_chosen() {
        let read = |options: &str| {
            let options: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
            Wanted::read(&options).map_err(|error| error.to_string())
        };
        let all = read("").expect("no option is needed");
        assert!(all.has("kills", "sqlite") && all.has("failover", "postgres"));
        let some = read("--release --only kills,disk --store postgres --rounds 7").expect("they are known");
        assert!(
            some.has("disk", "postgres") && !some.has("disk", "sqlite") && !some.has("clock", "postgres")
        );
        assert_eq!(some.options, ["--rounds", "7"]);
        for wrong in ["--only kill", "--store mysql", "--rounds", "--quick 1"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
