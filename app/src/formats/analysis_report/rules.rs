//! What may be found in an analysis, each with its reason and its clause.

crate::diagnostic::rules! {
    FREE_REPORT "free-report" Warning
        "5.2 Analysis Report, structure: title, `**Aspect:**`, `**Scope:**`, `**Date:**`, `**Agent:**`"
        "readers that follow the contract know an analysis by its aspect"
    MISSING_ASPECT "missing-aspect" Error
        "5.2 Analysis Report, Aspect: what aspect is being analyzed"
        "nobody can tell what the analysis looked for"
    MISSING_SCOPE "missing-scope" Error
        "5.2 Analysis Report, Scope: what is being analyzed"
        "nobody can tell what the analysis looked at"
    MISSING_DATE "missing-date" Error
        "5.2 Analysis Report, Date: YYYY-MM-DD"
        "nobody can tell whether the analysis still holds"
    UNREADABLE_DATE "unreadable-date" Error
        "5.2 Analysis Report, Date: YYYY-MM-DD"
        "reports are sorted by date"
    DATE_SPELLING "date-spelling" Warning
        "5.2 Analysis Report, Date: YYYY-MM-DD"
        "readers that follow the contract expect the date alone"
    DATE_MISMATCH "date-mismatch" Warning
        "5.2 Analysis Report, Date: YYYY-MM-DD"
        "nobody can tell which of the two dates holds"
    MISSING_AGENT "missing-agent" Error
        "5.2 Analysis Report, Agent: action type that produced the report"
        "nobody can tell who is to be asked"
    LABEL_PLACE "label-place" Warning
        "5.2 Analysis Report, structure: Aspect, Scope, Date and Agent are below the title"
        "readers look for it where the report begins"
    MISSING_SECTIONS "missing-sections" Error
        "5.2 Analysis Report, Numbered Sections: at least 1 section, numbered with ##"
        "sections are referred to by number"
    SECTION_LEVEL "section-level" Warning
        "5.2 Analysis Report, Numbered Sections: at least 1 section, numbered with ##"
        "readers that follow the contract look for sections of the second level"
    SECTION_NUMBER "section-number" Warning
        "5.2 Analysis Report, Numbered Sections: `## 1. {First Analysis Section}`"
        "readers that follow the contract expect a number, a full stop and the title"
    SECTION_ORDER "section-order" Warning
        "5.2 Analysis Report, Numbered Sections: `## 1.`, `## 2.`, …"
        "a section was lost, or two bear one number"
    MISSING_RECOMMENDATIONS "missing-recommendations" Error
        "5.2 Analysis Report, Recommendations: actionable next steps section"
        "an analysis that recommends nothing leads nowhere"
    RECOMMENDATIONS_HEADING "recommendations-heading" Warning
        "5.2 Analysis Report, Recommendations: `## Recommendations`"
        "readers find the recommendations by their heading"
    EMPTY_RECOMMENDATIONS "empty-recommendations" Error
        "5.2 Analysis Report, Recommendations: actionable next steps section"
        "an analysis that recommends nothing leads nowhere"
}
