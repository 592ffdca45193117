use super::*;

fn check(lines: &[&str], expected: &[(&str, &str, Option<&str>)], skipped: (u64, u64)) {
    let file = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let mut lines = Lines::at(LinePosition::default(), file.as_bytes());
    let mut transcript = Transcript::default();
    let mut found = Vec::new();
    while let Some(piece) = transcript.next(&mut lines).unwrap() {
        found.push((piece.source.part, String::from_utf8(piece.raw).unwrap(), piece.source.agent));
    }
    let found: Vec<_> = found
        .iter()
        .map(|(part, text, agent)| (part.as_deref().unwrap_or_default(), text.as_str(), agent.as_deref()))
        .collect();
    assert_eq!(found, expected);
    assert_eq!(transcript.skipped(), skipped);
}

#[test]
fn texts_of_a_message_are_joined_across_other_messages() {
    check(
        &[
            r#"{"type":"assistant","uuid":"1","message":{"id":"a","content":[{"type":"thinking","thinking":"x"}]}}"#,
            r#"{"type":"assistant","uuid":"2","message":{"id":"a","content":[{"type":"text","text":"one"}]}}"#,
            r#"{"type":"assistant","uuid":"3","message":{"id":"a","content":[{"type":"text","text":"two"},{"type":"tool_use","input":{"text":"no"}}]}}"#,
            r#"{"type":"assistant","uuid":"3","message":{"id":"a","content":[{"type":"text","text":"two"}]}}"#,
            r#"{"type":"assistant","uuid":"4","agentId":"s","message":{"id":"b","content":"of \u00e9"}}"#,
            r#"{"type":"assistant","uuid":"5","message":{"id":"a","content":[{"type":"text","text":"three"}]}}"#,
        ],
        &[
            ("message a", "one\n\ntwo", None),
            ("message b", "of é", Some("s")),
            ("message a", "one\n\ntwo\n\nthree", None),
        ],
        (1, 0),
    );
}

#[test]
fn results_of_tools_are_read_and_user_input_is_not() {
    check(
        &[
            r#"{"type":"user","uuid":"1","message":{"content":"please"}}"#,
            r#"{"type":"user","uuid":"2","message":{"content":[{"type":"text","text":"please"}]}}"#,
            r#"{"type":"user","uuid":"3","toolUseResult":"Error","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"plain"}]}}"#,
            r#"{"type":"user","uuid":"4","isSidechain":true,"toolUseResult":{"stdout":"x"},"message":{"content":[{"type":"tool_result","tool_use_id":"t2","content":[{"type":"text","text":"a"},{"type":"image"},{"type":"text","text":"b"}]}]}}"#,
            r#"{"type":"user","uuid":"5","isSidechain":false,"toolUseResult":{"agentId":"s"},"message":{"content":[{"type":"tool_result","tool_use_id":"t3","content":"report"}]}}"#,
        ],
        &[
            ("message t1", "plain", Some("a tool")),
            ("message t2", "a\n\nb", Some("of a side chain")),
            ("message t3", "report", Some("s")),
        ],
        (2, 0),
    );
}

fn keys(lines: &[&str]) -> Vec<(String, String)> {
    let file = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let mut lines = Lines::at(LinePosition::default(), file.as_bytes());
    let mut transcript = Transcript::default();
    let mut found = Vec::new();
    while let Some(piece) = transcript.next(&mut lines).unwrap() {
        let key = piece.key().unwrap();
        let (author, _digest) = key.rsplit_once(' ').unwrap();
        found.push((author.to_owned(), String::from_utf8(piece.raw).unwrap()));
    }
    found
}

fn check_keys(lines: &[&str], expected: &[(&str, &str)]) {
    let found = keys(lines);
    let found: Vec<_> = found.iter().map(|(key, text)| (key.as_str(), text.as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_report_that_a_caller_gets_is_the_one_of_its_sub_agent() {
    check_keys(
        &[
            r#"{"type":"assistant","uuid":"1","agentId":"s","message":{"id":"a","content":[{"type":"text","text":"report"}]}}"#,
            r#"{"type":"user","uuid":"2","toolUseResult":{"agentId":"s","content":[{"type":"text","text":"report"}]},"message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"report"},{"type":"text","text":"agentId: s (for resuming)"}]}]}}"#,
            r#"{"type":"user","uuid":"3","toolUseResult":{"agentId":"s"},"message":{"content":[{"type":"tool_result","tool_use_id":"t2","content":"report\nagentId: s (for resuming)\n<usage>total_tokens: 7</usage>"}]}}"#,
            r#"{"type":"user","uuid":"4","toolUseResult":{"agentId":"other"},"message":{"content":[{"type":"tool_result","tool_use_id":"t3","content":"report"}]}}"#,
        ],
        &[("agent s", "report"), ("agent s", "report"), ("agent s", "report"), ("agent other", "report")],
    );
}

#[test]
fn a_side_chain_without_an_id_reports_once_for_each_time_it_is_sent_for() {
    let said = |id: &str| {
        format!(
            r#"{{"type":"assistant","uuid":"u{id}","isSidechain":true,"message":{{"id":"{id}","content":[{{"type":"text","text":"FAIL"}}]}}}}"#
        )
    };
    let got = |id: &str| {
        format!(
            r#"{{"type":"user","uuid":"u{id}","message":{{"content":[{{"type":"tool_result","tool_use_id":"{id}","content":"FAIL"}}]}}}}"#
        )
    };
    check_keys(
        &[&said("a"), &got("t1"), &said("b"), &got("t2")],
        &[("message a", "FAIL"), ("message a", "FAIL"), ("message b", "FAIL"), ("message b", "FAIL")],
    );
}

#[test]
fn a_written_file_is_read_once_its_tool_has_answered() {
    let write = |id: &str, path: &str| {
        format!(
            r#"{{"type":"assistant","uuid":"u{id}","cwd":"/billing","message":{{"id":"m{id}","content":[{{"type":"tool_use","id":"{id}","name":"Write","input":{{"file_path":"{path}","content":"report\n"}}}}]}}}}"#
        )
    };
    let got = |id: &str, is_error: bool| {
        format!(
            r#"{{"type":"user","uuid":"r{id}","message":{{"content":[{{"type":"tool_result","tool_use_id":"{id}","is_error":{is_error},"content":"an answer"}}]}}}}"#
        )
    };
    let said = r#"{"type":"assistant","uuid":"9","message":{"id":"end","content":[{"type":"text","text":"report"}]}}"#;
    let twice = r#"{"type":"assistant","uuid":"10","message":{"id":"again","content":[{"type":"text","text":"report, too"}]}}"#;
    check_keys(
        &[
            &write("t1", "/billing/logs/review.md"),
            &got("t1", false),
            &write("t2", "/billing/a.md"),
            &got("t2", true),
            &write("t3", "/billing/a.rs"),
            &got("t3", false),
            said,
            twice,
        ],
        &[
            ("message t1", "report"),
            ("message t1", "an answer"),
            ("message t2", "an answer"),
            ("message t3", "an answer"),
            ("message t1", "report"),
            ("message again", "report, too"),
        ],
    );
    let unanswered = [write("t1", "/billing/logs/review.md"), said.to_owned()].join("\n") + "\n";
    let mut lines = Lines::at(LinePosition::default(), unanswered.as_bytes());
    let mut transcript = Transcript::default();
    while transcript.next(&mut lines).unwrap().is_some() {}
    assert_eq!(transcript.resume_at(), Some(LinePosition::default()), "the call is read again");
}

#[test]
fn lines_of_other_kinds_are_skipped() {
    check(
        &[
            r#"{"type":"summary","summary":"x","leafUuid":"u"}"#,
            r#"{"type":"file-history-snapshot","snapshot":{"a":[1,{"b":null}]},"isSnapshotUpdate":false}"#,
            r#"{"type":"assistant","uuid":7,"message":"gone"}"#,
            r#"{"type":"assistant","message":{"id":null,"content":[1,"x",{"type":"text","text":5},null]}}"#,
            r#"{"type":{"new":1},"message":[]}"#,
            "half a line {",
            "",
        ],
        &[],
        (5, 2),
    );
}
