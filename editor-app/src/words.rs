//! Words that messages share.

/// A count of things: "1 hint", "3 hints".
pub fn counted(count: usize, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}

/// Text with its first letter large.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_one() {
        assert_eq!(counted(0, "hint"), "0 hints");
        assert_eq!(counted(1, "flight group"), "1 flight group");
        assert_eq!(counted(2, "error"), "2 errors");
    }
}
