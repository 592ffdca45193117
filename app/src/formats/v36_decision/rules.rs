//! What may be found in a decision record, each with its reason and its clause.

crate::diagnostic::rules! {
    UNKNOWN_FIELD "unknown-field" Error
        "V36 runtime harness decision, schema: additionalProperties"
        "the schema closes the record, and a validator rejects it whole"
    SHARED_LINE "shared-line" Error
        "V36 runtime harness decision, JSON Lines: one record a line"
        "a reader of JSON Lines rejects the whole line"
    SINGLE_SIGNAL "single-signal" Warning
        "V36 runtime harness decision, evidence: at least two signals"
        "no single source may decide"
    RAW_KEY "raw-key" Error
        "V36 runtime harness decision, dispatch_marker: no raw key"
        "whoever reads the log can use the key"
    BOT_KEY_HASH "bot-key-hash" Error
        "V36 runtime harness decision, dispatch_marker.bot_key_hash: sha256(bot_key)[:16]"
        "a hash of another form may be the key itself"
    FOREIGN_OFFSET "foreign-offset" Info
        "V36 runtime harness decision, ts: ISO 8601, KST"
        "records are compared by people who read them in one time zone"
    SELF_ATTESTATION "self-attestation" Info
        "V36 runtime harness decision, actor_attribution.evidence_level"
        "an actor's own word is no evidence of who acted"
    UNLINKED_ESCALATION "unlinked-escalation" Warning
        "V36 runtime harness decision, linked_decision_ids"
        "who receives the escalation can't follow how it came to it"
    CLASS_AGAINST_OUTCOME "class-against-outcome" Error
        "V36 runtime harness decision, decision_class, decision_outcome"
        "the decision and what follows from it contradict each other"
    MATCH_AGAINST_SHAS "match-against-shas" Error
        "V36 runtime harness decision, task_md_sha.content_verbatim_match"
        "hashes differ exactly where contents do"
    REASON_AGAINST_LEVEL "reason-against-level" Error
        "V36 runtime harness decision, reason_code, evidence_level"
        "the reason claims another evidence than the record has"
    FLAG_AGAINST_SECONDS "flag-against-seconds" Error
        "V36 runtime harness decision, worktree_or_artifact_mtime_seconds: <900 = fresh"
        "one of the two was not measured"
    DUPLICATE_ID "duplicate-id" Warning
        "V36 runtime harness decision, decision_id: uuid or hash of the record"
        "a link to it leads to two decisions"
    LATER_LINK "later-link" Warning
        "V36 runtime harness decision, linked_decision_ids"
        "what a decision rests on was decided before it"
    UNKNOWN_LINK "unknown-link" Info
        "V36 runtime harness decision, linked_decision_ids"
        "the trail of the decision leads out of this log"
    OUT_OF_ORDER "out-of-order" Warning
        "V36 runtime harness decision, ts: records of a task in order"
        "who reads the log from top to bottom reads another story"
    STEP_BACK "step-back" Warning
        "V36 runtime harness decision, spawn_state, closeout_state: in order"
        "a state that was reached stays reached; one of the two records is wrong"
    STATE_JUMP "state-jump" Warning
        "V36 runtime harness decision, spawn_state, closeout_state: in order"
        "nobody saw the states between"
    MISSING_CLOSEOUT "missing-closeout" Warning
        "V36 runtime harness decision, closeout_state: after the work"
        "nobody can tell whether the result was received"
    OPEN_CLOSEOUT "open-closeout" Info
        "V36 runtime harness decision, closeout_state: until CHAIR_REPORTED"
        "the chair may not have been informed"
}
