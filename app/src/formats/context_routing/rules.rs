//! What may be found in a routing, each with its reason and its clause.

crate::diagnostic::rules! {
    MISSING_REQUEST "missing-request" Error
        "6.2 Context Routing, Request brief (string)"
        "nobody can tell what is routed"
    REV_A_FIELDS "rev-a-fields" Warning
        "6.2 Context Routing, rev b: Confidence and Disambiguated"
        "nobody can tell how sure the routing is"
    CONTEXT_FORM "context-form" Warning
        "6.2 Context Routing, Context (enum: work | maintenance | explore | review | settings | pm | archive | harmony | editor, or custom workbench IDs)"
        "readers compare it letter by letter"
    MISSING_ACTIONS "missing-actions" Error
        "6.2 Context Routing, Actions (list of actions)"
        "nobody can tell what will be done"
    MISSING_EXPLANATION "missing-explanation" Error
        "6.2 Context Routing, Explanation (why this routing)"
        "a choice without a reason can't be corrected"
    CONFIDENCE_FORM "confidence-form" Warning
        "6.2 Context Routing, Confidence (number 0.0-1.0, nullable)"
        "readers that follow the contract take the figure as a share of one"
    CONFIDENCE_RANGE "confidence-range" Error
        "6.2 Context Routing, Confidence (number 0.0-1.0, nullable)"
        "nothing is surer than sure"
    UNREADABLE_CONFIDENCE "unreadable-confidence" Warning
        "6.2 Context Routing, Confidence (number 0.0-1.0, nullable)"
        "words can't be compared with a threshold"
    DISAMBIGUATED_FORM "disambiguated-form" Warning
        "6.2 Context Routing, Disambiguated (boolean)"
        "readers that follow the contract look for `true` or `false` under its label"
    UNREADABLE_DISAMBIGUATED "unreadable-disambiguated" Error
        "6.2 Context Routing, Disambiguated (boolean)"
        "nobody can tell whether a person had to choose"
}
