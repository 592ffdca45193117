use leptos_router::params::ParamsMap;

use super::address::View;
use crate::formats::FORMATS;
use crate::pages::wrong_address::{number, read_as, unknown};
use crate::query_error::QueryError;
use crate::read_as::ReadAs;
use crate::ui::{Narrowing, Order};

/// What the address of a document asks for.
pub struct Asked {
    pub read_as: Option<ReadAs>,
    pub shown: View,
    /// The first line of the source, if the address names one, and the first row of long lists.
    pub from: Option<u32>,
    pub row: u32,
    /// The block that the page begins with.
    pub block: u32,
    pub narrowing: Narrowing,
    /// What the records of a log must have, by facet.
    pub chosen: Vec<(&'static str, String)>,
}

impl Asked {
    /// Also returns what can't be read in the address.
    pub fn of(map: &ParamsMap) -> (Self, Vec<QueryError>) {
        let [sort, severity, file, text] = Narrowing::PARTS;
        let facets = FORMATS.iter().filter_map(|format| Some(format.log.as_ref()?.facets)).flatten().copied();
        let mut known = vec!["as", "at", "view", "from", "row", "block", sort, severity, file, text];
        known.extend(facets.clone());
        let mut errors = unknown(map, &known);
        let value = |name: &str| map.get(name).filter(|value| !value.is_empty());
        let place = |name| {
            let number = number(map, name, &mut errors)?;
            Some(u32::try_from(number).unwrap_or(u32::MAX))
        };
        let [from, row, block] = ["from", "row", "block"].map(place);
        let (row, block) = (row.unwrap_or(1), block.unwrap_or(1).max(1));
        let read_as = read_as(map, &mut errors);
        let shown = value("view").map_or(Some(View::Viewer), |view| View::named(&view));
        if let (None, Some(view)) = (shown, value("view")) {
            errors.push(QueryError::new("view", &view, one_of(&View::ALL.map(View::as_str))));
        }
        let order = value(sort).filter(|order| Order::ALL.iter().all(|known| known.as_str() != order));
        if let Some(order) = order {
            let known = Order::ALL.map(Order::as_str);
            let named: Vec<&str> = known.into_iter().filter(|name| !name.is_empty()).collect();
            errors.push(QueryError::new(sort, &order, one_of(&named)));
        }
        let narrowing = Narrowing::of(|part| map.get(part));
        let chosen = facets.filter_map(|facet| Some((facet, value(facet)?))).collect();
        (Self { chosen, read_as, shown: shown.unwrap_or(View::Viewer), from, row, block, narrowing }, errors)
    }
}

fn one_of(names: &[&str]) -> String {
    format!("one of {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use leptos_router::params::ParamsMap;

    use super::Asked;

    fn check(address: &[(&'static str, &str)], expected: &[&str]) {
        let map: ParamsMap = address.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        let errors: Vec<String> = Asked::of(&map).1.iter().map(ToString::to_string).collect();
        assert_eq!(errors, expected);
    }

    #[test]
    fn what_an_address_says_is_known_or_told() {
        check(&[], &[]);
        check(
            &[
                ("as", "5.1"),
                ("at", "120"),
                ("view", "source"),
                ("from", "300"),
                ("block", "2"),
                ("sort", "file"),
            ],
            &[],
        );
        check(&[("view", ""), ("sort", ""), ("severity", "low"), ("row", "4000000000000")], &[]);
        check(
            &[("at", "x"), ("view", "circle"), ("row", "-1"), ("sort", "chance")],
            &[
                "`row` can't be `-1`: it is a whole number",
                "`at` can't be `x`: it is a whole number",
                "`view` can't be `circle`: it is one of viewer, source, json",
                "`sort` can't be `chance`: it is one of severity, file, number",
            ],
        );
        check(&[("as", "9.9")], &["`as` can't be `9.9`: it is the id of a format, as 5.1"]);
    }
}
