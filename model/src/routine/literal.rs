//! Numbers and texts as they are written, both ways.

use std::fmt::Write as _;
use std::ops::Range;

/// Which instruction pushes a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Width {
    /// `push_byte`, for numbers up to 255; written with a `b` behind the number.
    Byte,
    /// `push_constant`, for any number; written with a `c` behind the number.
    Constant,
}

/// A number as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number {
    /// Its 32 bits; a negative number's are its two's complement.
    pub value: u32,
    /// Which instruction pushes it; `None` leaves that to where it stands.
    pub width: Option<Width>,
}

impl Number {
    /// A number whose width follows from where it stands.
    pub fn plain(value: u32) -> Self {
        Self { value, width: None }
    }

    /// Reads a number: decimal, or after `0x`, `0o`, `0b`; `_` may part its digits.
    ///
    /// A `b` or `c` at its end, with or without a `_` before it, forces its width. Since both are
    /// hexadecimal digits too, a number after `0x` needs the `_`: `0x10_b`.
    ///
    /// # Errors
    /// What is wrong with the number.
    pub fn parse(text: &str, negative: bool) -> Result<Self, String> {
        let (digits, base, width) = split(text);
        let clean = digits.replace('_', "");
        let all_digits = !clean.is_empty() && clean.chars().all(|c| c.is_digit(base));
        if !all_digits || digits.starts_with('_') || digits.ends_with('_') {
            return Err(format!("`{text}` is no number"));
        }
        // Leading zeros aside, what has so many digits is past any bound.
        let value = u64::from_str_radix(&clean, base).unwrap_or(u64::MAX);
        let bits = if negative {
            (value <= 1 << 31).then(|| (value as u32).wrapping_neg())
        } else {
            u32::try_from(value).ok()
        };
        match bits {
            Some(value) => Ok(Self { value, width }),
            None if negative => Err(format!("-{text} is below -2147483648, the lowest number")),
            None => Err(format!("{text} is above 4294967295, the highest number")),
        }
    }
}

/// Digits, their base, and the width behind them.
fn split(text: &str) -> (&str, u32, Option<Width>) {
    let lower = text.get(..2).map(str::to_ascii_lowercase);
    let rest = text.get(2..).unwrap_or_default();
    let (digits, base) = match lower.as_deref() {
        Some("0x") => (rest, 16),
        Some("0o") => (rest, 8),
        // `0b` alone is the byte 0.
        Some("0b") if !rest.is_empty() => (rest, 2),
        _ => (text, 10),
    };
    let marks = [('b', Width::Byte), ('c', Width::Constant)];
    let marked = marks.iter().find_map(|&(mark, width)| {
        let bare = digits.strip_suffix(mark)?;
        match bare.strip_suffix('_') {
            Some(bare) => Some((bare, width)),
            None => (base != 16).then_some((bare, width)),
        }
    });
    match marked {
        Some((digits, width)) => (digits, base, Some(width)),
        None => (digits, base, None),
    }
}

impl std::fmt::Display for Number {
    /// Decimal; what has all of its upper half set is written as the negative number that it is.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.value >= 0xFFFF_0000 {
            write!(f, "{}", self.value as i32)?;
        } else {
            write!(f, "{}", self.value)?;
        }
        f.write_str(match self.width {
            None => "",
            Some(Width::Byte) => "b",
            Some(Width::Constant) => "c",
        })
    }
}

/// The bytes of a quoted text: a byte a character, `\"`, `\\`, and `\xNN` for any byte.
///
/// # Errors
/// What is wrong, and where in `quoted`.
pub(crate) fn unquote(quoted: &str) -> Result<Vec<u8>, (Range<usize>, String)> {
    let mut bytes = Vec::new();
    let mut characters = quoted.char_indices().skip(1).peekable();
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return Ok(bytes),
            '\\' => match characters.next() {
                Some((_, c @ ('"' | '\\'))) => bytes.push(c as u8),
                Some((x, 'x')) => {
                    let digits = quoted.get(x + 1..x + 3).unwrap_or_default();
                    let plain = digits.chars().all(|c| c.is_ascii_hexdigit());
                    match u8::from_str_radix(digits, 16) {
                        Ok(byte) if plain && digits.len() == 2 => bytes.push(byte),
                        _ => {
                            let message = "`\\x` takes two hexadecimal digits, as in `\\xE9`";
                            return Err((at..x + 1, message.to_owned()));
                        }
                    }
                    characters.next();
                    characters.next();
                }
                Some((next, c)) => {
                    let message =
                        format!("`\\{c}` is no escape; a text knows `\\\"`, `\\\\` and `\\xNN`");
                    return Err((at..next + c.len_utf8(), message));
                }
                None => break,
            },
            c => match u8::try_from(u32::from(c)) {
                Ok(byte) => bytes.push(byte),
                Err(_) => {
                    let message =
                        format!("`{c}` is not in the game's character set, which ends at `\\xFF`");
                    return Err((at..at + c.len_utf8(), message));
                }
            },
        }
    }
    Err((0..quoted.len(), "the text has no closing `\"`".to_owned()))
}

/// A text with its quotation marks.
pub(crate) fn quote(bytes: &[u8]) -> String {
    let mut quoted = String::with_capacity(bytes.len() + 2);
    quoted.push('"');
    for &byte in bytes {
        match byte {
            b'"' => quoted.push_str("\\\""),
            b'\\' => quoted.push_str("\\\\"),
            // Spaces that do not break and hyphens that do not show would read as others.
            0x20..=0x7E | 0xA1..=0xAC | 0xAE..=0xFF => quoted.push(char::from(byte)),
            _ => {
                let _ = write!(quoted, "\\x{byte:02X}");
            }
        }
    }
    quoted.push('"');
    quoted
}

/// The text that a record's name has to be to match.
pub(crate) fn as_name(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        use Width::{Byte, Constant};
        for (text, negative, value, width) in [
            ("0", false, 0, None),
            ("12", false, 12, None),
            ("1_000", false, 1000, None),
            ("5b", false, 5, Some(Byte)),
            ("5c", false, 5, Some(Constant)),
            ("5_c", false, 5, Some(Constant)),
            ("0b", false, 0, Some(Byte)),
            ("0c", false, 0, Some(Constant)),
            ("0b101", false, 5, None),
            ("0b101b", false, 5, Some(Byte)),
            ("0o17", false, 15, None),
            ("0o17c", false, 15, Some(Constant)),
            ("0x10b", false, 0x10B, None),
            ("0x10_b", false, 0x10, Some(Byte)),
            ("0X1C_c", false, 0x1C, Some(Constant)),
            ("0xFFFF_FFFF", false, 0xFFFF_FFFF, None),
            ("4294967295", false, u32::MAX, None),
            ("1", true, u32::MAX, None),
            ("1c", true, u32::MAX, Some(Constant)),
            ("2147483648", true, 0x8000_0000, None),
        ] {
            assert_eq!(
                Number::parse(text, negative),
                Ok(Number { value, width }),
                "{text}"
            );
        }
        for (text, negative) in [
            ("4294967296", false),
            ("2147483649", true),
            ("12a", false),
            ("0x", false),
            ("0b2", false),
            ("0o8", false),
            ("0bc", false),
            ("1_", false),
            ("0x_1", false),
            ("99999999999999999999999", false),
        ] {
            assert!(Number::parse(text, negative).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_are_written_so_that_they_read_back() {
        assert_eq!(Number::plain(u32::MAX).to_string(), "-1");
        assert_eq!(Number::plain(0xFFFE_FFFF).to_string(), "4294901759");
        assert_eq!(
            Number {
                value: 7,
                width: Some(Width::Byte)
            }
            .to_string(),
            "7b"
        );
    }

    #[test]
    fn texts() {
        assert_eq!(
            unquote(r#""a\"b\\c\xE9é""#),
            Ok(b"a\"b\\c\xE9\xE9".to_vec())
        );
        assert_eq!(unquote("\"\""), Ok(Vec::new()));
        assert_eq!(unquote(r#""\n""#).unwrap_err().0, 1..3);
        assert_eq!(unquote(r#""\x1""#).unwrap_err().0, 1..3);
        assert_eq!(unquote(r#""\x+1""#).unwrap_err().0, 1..3);
        assert_eq!(unquote("\"€\"").unwrap_err().0, 1..4);
        assert_eq!(unquote("\"a").unwrap_err().0, 0..2);
        assert_eq!(unquote("\"a\\").unwrap_err().0, 0..3);
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(unquote(&quote(&all)), Ok(all));
        assert_eq!(quote(b"a\x00\"\xE9"), "\"a\\x00\\\"é\"");
    }
}
