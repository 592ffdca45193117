//! The text format of Prometheus, version 0.0.4.

use std::fmt::{Display, Write};

#[derive(Debug, Default)]
pub(super) struct Exposition {
    text: String,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Counter,
    Gauge,
    Histogram,
}

impl Exposition {
    /// Begins a metric, whose samples follow.
    pub fn metric(&mut self, name: &str, kind: Kind, help: &str) {
        let kind = match kind {
            Kind::Counter => "counter",
            Kind::Gauge => "gauge",
            Kind::Histogram => "histogram",
        };
        // Writing to a `String` can't fail.
        let _ = writeln!(self.text, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    pub fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        self.text.push_str(name);
        for (number, (label, value)) in labels.iter().enumerate() {
            let opening = if number == 0 { '{' } else { ',' };
            let _ = write!(self.text, "{opening}{label}=\"{}\"", escaped(value));
        }
        let closing = if labels.is_empty() { "" } else { "}" };
        let _ = writeln!(self.text, "{closing} {value}");
    }

    pub fn into_text(self) -> String {
        self.text
    }
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_escaped() {
        let mut out = Exposition::default();
        out.metric("a", Kind::Counter, "Words.");
        out.sample("a", &[("b", "c\"\\\n"), ("d", "e")], 1.5);
        out.sample("a", &[], 2);
        let expected = "# HELP a Words.\n# TYPE a counter\na{b=\"c\\\"\\\\\\n\",d=\"e\"} 1.5\na 2\n";
        assert_eq!(out.into_text(), expected);
    }
}
