//! Strings, numbers and words, as a strict reader has them.

use super::{Fit, Fits, Misfit};
use crate::json::strings::plain_length;
use crate::json::words::is_number;

impl<'s, F> Fit<'s, F> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(super) fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    pub(super) fn take(&mut self, byte: u8) -> Fits {
        if self.peek() != Some(byte) {
            return Err(Misfit::Broken);
        }
        self.at += 1;
        Ok(())
    }

    /// A key, up to its value.
    pub(super) fn key(&mut self) -> Fits<&'s str> {
        let key = self.plain_string().map_err(Misfit::or_broken)?;
        self.skip_space();
        self.take(b':')?;
        self.skip_space();
        Ok(key)
    }

    pub(super) fn literal(&mut self, word: &str) -> Fits {
        let is_word = self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes()));
        if !is_word {
            return Err(Misfit::Shape);
        }
        self.at += word.len();
        Ok(())
    }

    pub(super) fn number(&mut self) -> Fits<&'s str> {
        let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E');
        let rest = self.source.get(self.at..).unwrap_or_default();
        let length = rest.bytes().take_while(is_part).count();
        let number = rest.get(..length).filter(|number| is_number(number)).ok_or(Misfit::Shape)?;
        self.at += length;
        Ok(number)
    }

    pub(super) fn value_of_number(&mut self) -> Fits<f64> {
        self.number()?.parse().map_err(|_| Misfit::Untold)
    }

    /// A string in which nothing is escaped; what is escaped may be a word that was meant.
    pub(super) fn plain_string(&mut self) -> Fits<&'s str> {
        let (written, is_plain) = self.string()?;
        if is_plain { Ok(written) } else { Err(Misfit::Untold) }
    }

    /// What stands between the quotes, and whether it is meant as it stands.
    pub(super) fn string(&mut self) -> Fits<(&'s str, bool)> {
        if self.peek() != Some(b'"') {
            return Err(Misfit::Shape);
        }
        self.at += 1;
        let start = self.at;
        let mut is_plain = true;
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            self.at += plain_length(rest).ok_or(Misfit::Broken)?;
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    is_plain = false;
                    self.escape().ok_or(Misfit::Broken)?;
                }
                _ => return Err(Misfit::Broken),
            }
        }
        let written = self.source.get(start..self.at).unwrap_or_default();
        self.at += 1;
        Ok((written, is_plain))
    }

    fn escape(&mut self) -> Option<()> {
        match self.bytes.get(self.at + 1)? {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => self.at += 2,
            b'u' => match self.code_unit()? {
                // Half of a pair is no character.
                0xdc00..=0xdfff => return None,
                0xd800..=0xdbff => {
                    self.at += 6;
                    let low = self.code_unit()?;
                    (0xdc00..=0xdfff).contains(&low).then(|| self.at += 6)?;
                }
                _ => self.at += 6,
            },
            _ => return None,
        }
        Some(())
    }

    /// The number of `\u00e9`.
    fn code_unit(&self) -> Option<u32> {
        let digits = self.bytes.get(self.at..self.at + 6)?.strip_prefix(b"\\u")?;
        digits.iter().try_fold(0, |unit, digit| Some(unit << 4 | char::from(*digit).to_digit(16)?))
    }
}
