use std::path::PathBuf;

use super::*;

fn tools(access: Access) -> Tools {
    Tools::new(Reach::Store(PathBuf::from("/nowhere/harmony.sqlite"), access), access)
}

#[test]
fn every_argument_of_a_schema_is_read_and_no_other() {
    let tools = tools(Access::ReadWrite);
    for tool in TOOLS {
        let properties = (tool.properties)();
        let names: Vec<&String> = properties.as_object().unwrap().keys().collect();
        assert!(tool.required.iter().all(|name| names.iter().any(|known| known == name)), "{}", tool.name);
        let example = |property: &Value| match (property["enum"].get(0), property["type"].as_str().unwrap()) {
            (Some(first), _) => first.clone(),
            (_, "string") => json!("5.1"),
            (_, "integer") => json!(1),
            (_, "boolean") => json!(true),
            (_, other) => panic!("a {other}"),
        };
        let mut all: Value = properties
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, property)| (name.clone(), example(property)))
            .collect();
        let answer = tools.call(tool.name, all.clone()).unwrap();
        assert!(
            !answer["content"][0]["text"].as_str().unwrap().contains("schema"),
            "{}: {answer}",
            tool.name
        );
        all["other"] = json!(1);
        let answer = tools.call(tool.name, all).unwrap();
        assert_eq!(answer["isError"], true);
        assert!(answer["content"][0]["text"].as_str().unwrap().contains("unknown field `other`"), "{answer}");
    }
}

#[test]
fn what_changes_something_is_not_offered_without_leave() {
    let names = |tools: &Tools| tools.offered().map(|tool| tool.name).collect::<Vec<_>>();
    assert_eq!(names(&tools(Access::ReadWrite)).len(), TOOLS.len());
    let read_only = tools(Access::ReadOnly);
    assert!(read_only.list().iter().all(|tool| tool["annotations"]["readOnlyHint"] == true));
    for name in ["ingest", "add_quarantine", "release_quarantine", "finish_inbox_item"] {
        assert!(!names(&read_only).contains(&name));
        let refused = read_only.call(name, json!({})).unwrap_err();
        assert!(refused.contains("--write"), "{refused}");
    }
}
