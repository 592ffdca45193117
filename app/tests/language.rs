//! What is found in documents is said in each language of the pages.

mod support;

use std::collections::BTreeSet;
use std::fs;

use app::formats::FORMATS;
use app::language::{Catalogue, Language};
use support::{fixtures, read};

#[test]
fn every_issue_of_the_fixtures_is_said_in_korean() {
    let korean = Catalogue::of(Language::Korean).unwrap();
    let mut missing = BTreeSet::new();
    for path in FORMATS.iter().flat_map(|format| fixtures(format.spec)) {
        let source = String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned();
        for diagnostic in read(&source).into_iter().flat_map(|block| block.diagnostics) {
            let fix = diagnostic.fix.as_ref().map(|fix| fix.title.clone());
            for said in [Some(diagnostic.message), fix].into_iter().flatten() {
                if korean.translate(&said).is_none() {
                    missing.insert(format!("{}: {said}", diagnostic.rule.id));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn why_every_rule_matters_is_said_in_korean() {
    let korean = Catalogue::of(Language::Korean).unwrap();
    let rules = FORMATS.iter().flat_map(|format| format.spec.all_rules());
    let missing: BTreeSet<&str> =
        rules.map(|rule| rule.summary).filter(|why| korean.translate(why).is_none()).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}
