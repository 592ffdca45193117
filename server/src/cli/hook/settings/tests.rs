use proptest::prelude::*;
use serde_json::Value;

use super::*;

fn hooks(program: &str) -> Vec<Hook> {
    let hook = |event, matcher, name: &str| Hook {
        event,
        matcher,
        command: format!("{program} hook {name}"),
        timeout_s: 10,
    };
    vec![
        hook("Stop", None, "post"),
        hook("SubagentStop", None, "post"),
        hook("PreToolUse", Some("*"), "guard"),
    ]
}

/// Adds hooks, checks what must hold of that, and returns the result.
fn check(settings: &str) -> String {
    let added = with_hooks(Some(settings), &hooks("harmony")).unwrap();
    assert_eq!(with_hooks(Some(&added), &hooks("harmony")).unwrap(), added, "adding twice changes nothing");
    assert_eq!(without_hooks(&added).unwrap().as_deref(), Some(settings), "removing restores:\n{added}");
    let other = with_hooks(Some(&added), &hooks("/opt/harmony")).unwrap();
    assert_eq!(
        other,
        with_hooks(Some(settings), &hooks("/opt/harmony")).unwrap(),
        "another program replaces"
    );
    added
}

const TYPICAL: &str = r#"{
  "model": "opus",
  "hooks": {
    "Stop": [
      {
        "hooks": [{ "type": "command", "command": "afplay done.wav" }]
      }
    ],
    "Notification": []
  },
  "permissions": { "allow": ["Bash(ls:*)"] }
}
"#;

#[test]
fn hooks_are_added_beside_others() {
    insta::assert_snapshot!(check(TYPICAL));
}

#[test]
fn a_new_file_has_hooks_only() {
    let new = with_hooks(None, &hooks("harmony")).unwrap();
    assert_eq!(with_hooks(Some(&new), &hooks("harmony")).unwrap(), new);
    assert_eq!(without_hooks(&new).unwrap(), None);
    insta::assert_snapshot!(new);
}

#[test]
fn every_layout_is_kept() {
    for settings in [
        "{}",
        "{ }\n",
        "{\n}\n",
        "{\"a\":1}",
        "{\"hooks\":{}}",
        "{\"hooks\":{\"Stop\":[],\"PreToolUse\":[ ]}}",
        "{\r\n\t\"a\": 1\r\n}\r\n",
        "\u{feff}{\"a\": \"\u{d55c}\"}",
        "{\n    \"hooks\": {\n    },\n    \"b\": [1, 2]\n}",
    ] {
        check(settings);
    }
}

#[test]
fn what_the_user_adds_later_stays() {
    let added = with_hooks(Some("{}"), &hooks("harmony")).unwrap();
    let theirs = added.replacen("\"Stop\": [", "\"Stop\": [\n{\"hooks\": []},", 1);
    let removed: Value = serde_json::from_str(&without_hooks(&theirs).unwrap().unwrap()).unwrap();
    assert_eq!(removed, json!({ "hooks": { "Stop": [{ "hooks": [] }] } }));
}

#[test]
fn what_is_no_settings_is_refused() {
    for (settings, expected) in [
        ("", "not JSON"),
        ("{\"a\": 1,}", "not JSON"),
        ("// note\n{}", "not JSON"),
        ("[]", "`settings` is not an object"),
        ("{\"hooks\": []}", "`hooks` is not an object"),
        ("{\"hooks\": {\"Stop\": {}}}", "`hooks.Stop` is not a list"),
        ("{\"hooks\": {}, \"hooks\": {}}", "`hooks` twice"),
    ] {
        let refused = with_hooks(Some(settings), &hooks("harmony")).unwrap_err().to_string();
        assert!(refused.contains(expected), "{settings}: {refused}");
    }
}

#[test]
fn only_commands_of_harmony_are_ours() {
    for ours in [
        "harmony hook post",
        "'/opt/my tools/harmony' hook guard --to http://h",
        "C:\\h\\harmony.exe hook post",
    ] {
        assert!(is_our_command(ours), "{ours}");
    }
    for other in ["harmony check", "harmony-notify hook post", "echo hook post", "harmony hook install"] {
        assert!(!is_our_command(other), "{other}");
    }
}

/// Settings as files have them: values of any kind, in any layout.
fn settings() -> impl Strategy<Value = String> {
    let groups = prop::collection::vec(value(2), 0..3).prop_map(Value::from);
    let events = ["Stop", "SubagentStop", "PreToolUse", "PostToolUse"];
    let hooks = prop::collection::btree_map(prop::sample::select(events.to_vec()), groups, 0..4);
    let foreign = prop::collection::vec((name(), value(3)), 0..4);
    (foreign, prop::option::of((0_usize..4, hooks)), layout()).prop_map(|(mut members, hooks, layout)| {
        if let Some((at, hooks)) = hooks {
            let events = hooks.into_iter().map(|(event, groups)| (event.to_owned(), groups)).collect();
            members.insert(at.min(members.len()), (HOOKS.to_owned(), Value::Object(events)));
        }
        layout.write(&members)
    })
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-zA-Z]{1,8}", "[ -~]{0,6}", "\\PC{0,4}"].prop_filter("it is `hooks`", |name| name != HOOKS)
}

fn value(depth: u32) -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        "[{}\\[\\]\",:'`|\\\\\n\t ]{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(depth, 16, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::vec((name(), inner), 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// White space at each place where JSON allows it.
#[derive(Clone, Debug)]
struct Written {
    open: String,
    between: String,
    colon: String,
    close: String,
    around: (String, String),
    has_mark: bool,
}

fn layout() -> impl Strategy<Value = Written> {
    let space = || prop_oneof![Just(String::new()), Just("\n  ".to_owned()), "[ \t\r\n]{0,4}"];
    (space(), space(), space(), space(), (space(), space()), any::<bool>()).prop_map(
        |(open, between, colon, close, around, has_mark)| Written {
            open,
            between,
            colon,
            close,
            around,
            has_mark,
        },
    )
}

impl Written {
    fn write(&self, members: &[(String, Value)]) -> String {
        let mark = if self.has_mark { "\u{feff}" } else { "" };
        let members = members.iter().map(|(name, value)| (name.as_str(), value));
        format!("{mark}{}{}{}", self.around.0, self.object(members), self.around.1)
    }

    fn object<'v>(&self, members: impl Iterator<Item = (&'v str, &'v Value)>) -> String {
        let Self { colon, .. } = self;
        let member = |(name, value)| format!("{}{colon}:{colon}{}", Value::from(name), self.value(value));
        self.bracketed('{', members.map(member).collect(), '}')
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Array(items) => {
                self.bracketed('[', items.iter().map(|item| self.value(item)).collect(), ']')
            }
            Value::Object(members) => self.object(members.iter().map(|(name, value)| (name.as_str(), value))),
            other => other.to_string(),
        }
    }

    fn bracketed(&self, open: char, entries: Vec<String>, close: char) -> String {
        let between = format!("{}, {}", self.close, self.between);
        format!("{open}{}{}{}{close}", self.open, entries.join(&between), self.close)
    }
}

proptest! {
    #[test]
    fn foreign_settings_survive(settings in settings()) {
        let added = with_hooks(Some(&settings), &hooks("harmony")).unwrap();
        prop_assert_eq!(with_hooks(Some(&added), &hooks("harmony")).unwrap(), added.clone());
        prop_assert_eq!(without_hooks(&added).unwrap(), Some(settings.clone()));
        // All that was there is there, in its order and as it was written: what was added are insertions.
        let mut rest = added.chars();
        prop_assert!(settings.chars().all(|character| rest.any(|other| other == character)));
        let (before, after): (Value, Value) = (
            serde_json::from_str(without_mark(&settings)).unwrap(),
            serde_json::from_str(without_mark(&added)).unwrap(),
        );
        for (name, value) in before.as_object().unwrap().iter().filter(|(name, _)| *name != HOOKS) {
            prop_assert_eq!(after.get(name), Some(value));
        }
        for (event, groups) in before.get(HOOKS).and_then(Value::as_object).into_iter().flatten() {
            let groups = groups.as_array().unwrap();
            prop_assert_eq!(&after[HOOKS][event].as_array().unwrap()[..groups.len()], &groups[..]);
        }
        for hook in hooks("harmony") {
            prop_assert_eq!(after[HOOKS][hook.event].as_array().unwrap().last(), Some(&hook.group()));
        }
    }

    #[test]
    fn nothing_panics(text in "\\PC{0,40}") {
        let _ = with_hooks(Some(&text), &hooks("harmony"));
        let _ = without_hooks(&text);
    }
}
