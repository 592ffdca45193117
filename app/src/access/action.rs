//! Operations in words, as a log of changes shows them.

/// Operations that change something, and what they did. Forms of pages and programs do the same.
pub const ACTIONS: &[(&str, &str)] = &[
    ("DELETE /api/documents/{id}", "Deleted a document"),
    ("POST /documents/{id}/delete", "Deleted a document"),
    ("POST /delete", "Deleted documents"),
    ("POST /documents/selected", "Changed the documents selected"),
    ("PUT /api/documents/{id}/pin", "Pinned a document"),
    ("POST /documents/{id}/pin", "Pinned a document"),
    ("DELETE /api/documents/{id}/pin", "Unpinned a document"),
    ("POST /documents/{id}/unpin", "Unpinned a document"),
    ("POST /documents/{id}/fixed", "Stored a fixed version"),
    ("POST /api/views", "Saved a view"),
    ("POST /views", "Saved a view"),
    ("DELETE /api/views/{id}", "Removed a view"),
    ("POST /views/{id}/remove", "Removed a view"),
    ("POST /api/healing", "Decided on a recommendation"),
    ("POST /healing", "Decided on a recommendation"),
    ("POST /api/inbox", "Handled an item of the inbox"),
    ("POST /inbox", "Handled an item of the inbox"),
    ("POST /api/webhooks", "Added a webhook"),
    ("POST /webhooks", "Added a webhook"),
    ("POST /api/webhooks/{id}/test", "Tested a webhook"),
    ("POST /webhooks/{id}/test", "Tested a webhook"),
    ("DELETE /api/webhooks/{id}", "Removed a webhook"),
    ("POST /webhooks/{id}/remove", "Removed a webhook"),
    ("POST /api/previews", "Published a preview link"),
    ("DELETE /api/previews/{id}", "Revoked a preview link"),
    ("POST /previews/{id}/revoke", "Revoked a preview link"),
    ("POST /api/quarantine", "Quarantined a target"),
    ("POST /quarantine", "Quarantined a target"),
    ("DELETE /api/quarantine/{type}/{*id}", "Released a target"),
    ("POST /quarantine/release", "Released a target"),
    ("POST /api/samples", "Stored the samples"),
    ("DELETE /api/samples", "Deleted the samples"),
    ("POST /api/page/sample", "Stored the samples"),
    ("POST /api/page/sample-remove", "Deleted the samples"),
    ("POST /api/tokens", "Created a token"),
    ("POST /tokens", "Created a token"),
    ("DELETE /api/tokens/{id}", "Revoked a token"),
    ("POST /tokens/{id}/revoke", "Revoked a token"),
    ("POST /login", "Logged in"),
    ("POST /logout", "Logged out"),
];

/// Returns an operation in words; the operation itself if it has none.
pub fn action_named(action: &str) -> &str {
    ACTIONS.iter().find(|(operation, _)| *operation == action).map_or(action, |(_, words)| words)
}
