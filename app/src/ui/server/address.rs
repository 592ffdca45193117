use leptos_router::params::ParamsMap;

/// A line of a document's source.
pub fn line_href(document: &str, line: u32) -> String {
    format!("/documents/{document}?view=source&from={line}#L{line}")
}

/// The page of a task's decisions across documents.
pub fn trail_href(task: &str) -> String {
    let mut query = ParamsMap::new();
    query.insert("task", task.to_owned());
    format!("/decisions{}", query.to_query_string())
}
