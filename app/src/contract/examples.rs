use super::template;
use crate::catalog::Catalog;
use crate::formats::RegisteredFormat;

/// Returns a document that shows what a format is: its complete example, or for a format of a team the first that lies beside
/// its file and passes; a template if there is none.
pub fn example(catalog: &Catalog, format: &'static RegisteredFormat) -> String {
    if !format.is_declared() {
        return format.spec.example.to_owned();
    }
    let mut passing = catalog.examples(format.spec.id).iter().filter(|example| example.passes);
    passing.next().map_or_else(|| template(format), |example| example.text.clone())
}
