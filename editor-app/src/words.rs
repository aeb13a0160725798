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

/// An error with its causes behind it, each told once: many an error's text has its cause's in it
/// already.
pub fn with_causes(error: &anyhow::Error) -> String {
    let mut told = error.to_string();
    for cause in error.chain().skip(1) {
        let cause = cause.to_string();
        if !told.contains(&cause) {
            told += ": ";
            told += &cause;
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_told_once() {
        #[derive(Debug, thiserror::Error)]
        #[error("port 7 is shut ({source})")]
        struct Shut {
            source: std::io::Error,
        }
        let cause = || std::io::Error::other("the line is cut");
        let twice = anyhow::Error::from(Shut { source: cause() });
        assert_eq!(with_causes(&twice), "port 7 is shut (the line is cut)");
        let around = twice.context("no game");
        assert_eq!(
            with_causes(&around),
            "no game: port 7 is shut (the line is cut)"
        );
        let plain = anyhow::Error::from(cause()).context("could not write a.dte");
        assert_eq!(
            with_causes(&plain),
            "could not write a.dte: the line is cut"
        );
    }

    #[test]
    fn one_is_one() {
        assert_eq!(counted(0, "hint"), "0 hints");
        assert_eq!(counted(1, "flight group"), "1 flight group");
        assert_eq!(counted(2, "error"), "2 errors");
    }
}
