use leptos::prelude::*;

/// Around what a view of a text is shown, which decides where its links may lead.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Surroundings {
    /// The pages of the dashboard.
    #[default]
    Dashboard,
    /// The pages of a preview link, whose reader may know nothing else of the server.
    Link,
    /// A file, which has no other pages.
    File,
}

/// Sets apart the ids of several texts that share a page.
#[derive(Clone, Debug)]
pub struct Anchors(pub String);

impl Anchors {
    /// Returns the id of a part of the text, without `#`.
    pub fn id(part: &str) -> String {
        match use_context::<Self>() {
            Some(Self(lead)) => format!("{lead}{part}"),
            None => part.to_owned(),
        }
    }
}
