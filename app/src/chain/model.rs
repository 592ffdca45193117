//! The name of a model where an announcement has it in parentheses.

use crate::text::Span;

/// Those that are known without parentheses around them.
pub const MODELS: [&str; 3] = ["opus", "sonnet", "haiku"];

/// `opus` of `model: opus`, and of `opus, in parallel`.
pub fn model_in(source: &str, inner: Span) -> Span {
    let written = inner.slice(source);
    let label = written.get(.."model".len()).filter(|label| label.eq_ignore_ascii_case("model"));
    let value = label.and_then(|label| written.get(label.len()..)?.trim_start().strip_prefix([':', '=']));
    let model = value.map_or(inner, |value| inner.skip(written.len() - value.len()).trim(source));
    let named = model.slice(source);
    let first = named.split([',', ';']).next().unwrap_or_default().trim_end();
    // A comma in a sentence does not end the name of a model.
    if first.contains(char::is_whitespace) { model } else { model.take(first.len()) }
}

#[cfg(test)]
mod tests {
    use super::model_in;
    use crate::text::Span;

    #[test]
    fn a_model_is_what_the_label_names() {
        for (inner, model) in [
            ("opus", "opus"),
            ("model: opus", "opus"),
            ("Model=qwen2.5-coder:7b, in parallel", "qwen2.5-coder:7b"),
            ("models vary", "models vary"),
        ] {
            assert_eq!(model_in(inner, Span::of(0, inner.len())).slice(inner), model);
        }
    }
}
