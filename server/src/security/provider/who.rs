use std::str::FromStr;

use super::claims::Identified;

/// People whom an operator lets in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// `kim@acme.example`
    Email(String),
    /// `@acme.example`: everybody with an address there.
    Domain(String),
    /// `group:platform`
    Group(String),
    /// `*`: everybody whom the provider knows.
    Everybody,
}

impl Who {
    pub fn includes(&self, person: &Identified) -> bool {
        let email = person.email.as_deref();
        match self {
            Self::Email(address) => email.is_some_and(|email| email.eq_ignore_ascii_case(address)),
            Self::Domain(domain) => email
                .and_then(|email| email.rsplit_once('@'))
                .is_some_and(|(_, found)| found.eq_ignore_ascii_case(domain)),
            Self::Group(group) => person.groups.contains(group),
            Self::Everybody => true,
        }
    }
}

impl FromStr for Who {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let named = match text.split_once('@') {
            _ if text == "*" => Some(Self::Everybody),
            Some(("", domain)) if domain.contains('.') => Some(Self::Domain(domain.to_owned())),
            Some((name, domain)) if !name.is_empty() && !domain.is_empty() && !domain.contains('@') => {
                Some(Self::Email(text.to_owned()))
            }
            _ => text
                .strip_prefix("group:")
                .filter(|group| !group.is_empty())
                .map(|group| Self::Group(group.to_owned())),
        };
        named.ok_or_else(|| {
            format!(
                "`{text}` names nobody: write kim@acme.example, @acme.example, group:NAME, or * for everybody"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn includes(who: &str, email: Option<&str>, groups: &[&str]) -> bool {
        let groups = groups.iter().map(|group| (*group).to_owned()).collect();
        let person = Identified { name: String::new(), email: email.map(str::to_owned), groups };
        who.parse::<Who>().unwrap().includes(&person)
    }

    #[test]
    fn people_are_let_in_by_address_domain_or_group() {
        assert!(includes("kim@acme.example", Some("Kim@ACME.example"), &[]));
        assert!(!includes("kim@acme.example", Some("jo@acme.example"), &[]));
        assert!(includes("@acme.example", Some("jo@acme.example"), &[]));
        assert!(!includes("@acme.example", Some("jo@evil-acme.example"), &[]));
        assert!(!includes("@acme.example", Some("jo@acme.example.evil.example"), &[]));
        assert!(!includes("@acme.example", None, &["acme.example"]));
        assert!(includes("group:platform", None, &["dev", "platform"]));
        assert!(!includes("group:platform", Some("platform@acme.example"), &[]));
        assert!(includes("*", None, &[]));
    }

    #[test]
    fn what_names_nobody_is_refused() {
        for nobody in ["", "kim", "@", "@acme", "group:", "a@b@c.example"] {
            assert!(nobody.parse::<Who>().is_err(), "{nobody}");
        }
    }
}
