/// `7.3 kB`: decimal units, as disks and networks count.
pub fn bytes(count: u32) -> String {
    match count {
        0..1000 => format!("{count} B"),
        1000..1_000_000 => format!("{:.1} kB", f64::from(count) / 1e3),
        _ => format!("{:.1} MB", f64::from(count) / 1e6),
    }
}

/// `1 line`, `2 lines`.
pub fn counted(count: u64, word: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {word}{plural}", grouped(count))
}

/// `1 234 567`, with a space that does not break between the groups.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{bytes, counted};

    #[test]
    fn sizes_are_short() {
        assert_eq!([bytes(999), bytes(7_340), bytes(5_000_000)], ["999 B", "7.3 kB", "5.0 MB"]);
    }

    #[test]
    fn counts_are_grouped() {
        assert_eq!(counted(1, "line"), "1 line");
        assert_eq!(counted(1_234_567, "line"), "1\u{202f}234\u{202f}567 lines");
    }
}
