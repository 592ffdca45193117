//! What an author took back: `~~high~~ low`.

use std::borrow::Cow;

use memchr::memchr;

/// The text without what is struck out, where words are left besides; `None` where nothing is struck out, or all is.
pub fn without_struck(fragment: &str) -> Option<Cow<'_, str>> {
    memchr(b'~', fragment.as_bytes())?;
    let mut rest = fragment;
    let mut kept = Cow::Borrowed("");
    let mut is_struck = false;
    while let Some((before, (_, behind))) =
        rest.split_once("~~").and_then(|(before, inner)| Some((before, inner.split_once("~~")?)))
    {
        kept += before;
        rest = behind;
        is_struck = true;
    }
    kept += rest;
    (is_struck && !kept.trim_matches(['*', '_', '`', ' ', '\u{a0}']).is_empty()).then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::without_struck;

    fn check(fragment: &str, expected: Option<&str>) {
        assert_eq!(without_struck(fragment).as_deref().map(str::trim), expected, "{fragment}");
    }

    #[test]
    fn what_is_struck_out_is_left_out() {
        check("~~high~~ low", Some("low"));
        check("low ~~(was high)~~", Some("low"));
        check("~~high~~ ~~medium~~ **low**", Some("**low**"));
        check("~~pending~~ ✅", Some("✅"));
    }

    #[test]
    fn what_is_struck_out_alone_stays() {
        check("low", None);
        check("~~low~~", None);
        check("**~~low~~**", None);
        check("~~low", None);
    }
}
