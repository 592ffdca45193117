//! `harmony ping`, the health check of containers.

use std::process::{Command, Output};

use crate::process::Harmony;

fn ping(to: &str) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_harmony")).args(["ping", "--to", to]).output().unwrap();
    (status.code(), String::from_utf8([stdout, stderr].concat()).unwrap())
}

#[test]
fn a_server_is_healthy_while_it_runs_and_needs_no_token_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--token", "a-secret-of-this-test"];
    let server = Harmony::start_with(&folder.path().join("store.sqlite"), &options).unwrap();
    let address = server.address.clone();
    let (code, said) = ping(&address);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains(r#""status":"ok""#), "{said}");
    drop(server);
    let (code, said) = ping(&address);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("is Harmony running there?"), "{said}");
    assert_eq!(ping("ftp://harmony.example").0, Some(2));
}
