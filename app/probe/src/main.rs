//! Checks the invariants of every text on many texts. Run by `cargo xtask`, or by hand.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use probe::documents::{self, Document};

mod command;

use command::{conserve, fields, fuzz, read, seeds};

const USAGE: &str = "\
probe lines [FOLDER]      all that is read from each document, a line of JSON each; without a folder the fixtures
probe blocks [FOLDER]     a line of JSON a block
probe names [FOLDER]      the documents' names
probe conserve [FOLDER]   whether bytes, rows or values are lost, by reading or by fixing
probe fields FOLDER       what is recognized and every field of it, to be read by people
probe fuzz [--minutes N] [--target NAME] [--seed N]   damages fixtures and looks for what does not hold
probe fuzz --again FILE   tries one text
probe seeds FOLDER        writes what guided fuzzing starts from, a folder for each target
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[&str]) -> Result<ExitCode, String> {
    let code = match arguments {
        ["lines", folder @ ..] => read::lines(&documents_of(folder)?),
        ["blocks", folder @ ..] => read::blocks(&documents_of(folder)?),
        ["names", folder @ ..] => read::names(&documents_of(folder)?),
        ["conserve", folder @ ..] => Ok(conserve::run(&documents_of(folder)?)),
        ["fields", folder @ ..] => {
            fields::run(&documents_of(folder)?);
            Ok(ExitCode::SUCCESS)
        }
        ["fuzz", "--again", file] => fuzz::again(Path::new(file)),
        ["seeds", folder] => seeds::write(&documents_of(&[])?, Path::new(folder)),
        ["fuzz", options @ ..] => {
            Ok(fuzz::run(documents_of(&[])?, &fuzz_options(options)?, &PathBuf::from("target/fuzz")))
        }
        _ => return Err(format!("what is to be done?\n{USAGE}")),
    };
    code.map_err(|error| error.to_string())
}

fn documents_of(folder: &[&str]) -> Result<Vec<Document>, String> {
    let documents = match folder {
        [] => documents::fixtures(),
        [folder] => documents::of_folder(Path::new(folder)),
        _ => return Err(format!("one folder at a time\n{USAGE}")),
    };
    documents.map_err(|error| format!("{}: {error}", folder.join(" ")))
}

fn fuzz_options(mut options: &[&str]) -> Result<fuzz::Options, String> {
    let mut read = fuzz::Options { minutes: 3.0, target: None, seed: 1 };
    while let [name, value, rest @ ..] = options {
        let wrong = || format!("`{value}` is nothing for `{name}`");
        match *name {
            "--minutes" => {
                read.minutes = value.parse().ok().filter(|it: &f64| *it > 0.0).ok_or_else(wrong)?
            }
            "--seed" => read.seed = value.parse().map_err(|_| wrong())?,
            "--target" => read.target = Some((*value).to_owned()),
            _ => return Err(format!("`probe fuzz` knows no `{name}`\n{USAGE}")),
        }
        options = rest;
    }
    if options.is_empty() { Ok(read) } else { Err(format!("`{}` wants a value", options.join(" "))) }
}
