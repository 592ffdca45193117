//! What may be found in an operation, each with its reason and its clause.

crate::diagnostic::rules! {
    UNREADABLE_NUMBER "unreadable-number" Error
        "5.6 Quarantine Operations, Total Quarantines: number"
        "what is not counted can't be checked"
    UNREADABLE_MOMENT "unreadable-moment" Warning
        "5.6 Quarantine Operations, Quarantined At, Released At, Executed At: ISO timestamp"
        "nobody can tell when the quarantine ends"
    MISSING_END "missing-end" Warning
        "5.6 Quarantine Operations, structure: `**Quarantine Active**`, `**Quarantine Released**`, `**List Complete**`"
        "a report that breaks off can't be told from one that is complete"

    MISSING_PAYLOAD "missing-payload" Error
        "5.6 Quarantine Operations, Redis Record, WebSocket Event: JSON payload"
        "nobody can check what was stored and sent"

    MISSING_TABLE "missing-table" Error
        "5.6 Quarantine Operations, Quarantine Records: table"
        "records in sentences can't be counted"

    SUBCOMMAND_AGAINST_HEADING "subcommand-against-heading" Error
        "5.6 Quarantine Operations, Subcommand: quarantine, release or list, as the heading says"
        "one reader blocks what another sets free"
    KEY_MISMATCH "key-mismatch" Error
        "5.6 Quarantine Operations, Key: `quarantine:{targetType}:{targetId}`"
        "other programs look for the record under the target's key"
    PAYLOAD_MISMATCH "payload-mismatch" Error
        "5.6 Quarantine Operations, Redis Record: payload as the header"
        "what is stored is not what was reported"
    EVENT_MISMATCH "event-mismatch" Error
        "5.6 Quarantine Operations, WebSocket Event: payload as the header"
        "dashboards show another thing than was reported"
    TOTAL_AGAINST_ROWS "total-against-rows" Error
        "5.6 Quarantine Operations, Total Quarantines: count of active quarantines"
        "a quarantine is missing from the list, or counted twice"
    DUPLICATE_RECORD "duplicate-record" Warning
        "5.6 Quarantine Operations, Quarantine Records: one key a target"
        "a target has one record, and one of the two is out of date"
    REMAINING_AGAINST_TIME "remaining-against-time" Warning
        "5.6 Quarantine Operations, TTL Remaining; Quarantined At; Executed At"
        "the quarantine ends at another time than the list says"
}
