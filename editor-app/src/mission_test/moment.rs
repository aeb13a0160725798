//! Moments as an author writes them: seconds, or minutes and seconds, exact to a tick.

use runtime::{TICKS_PER_SECOND, Tick};

/// What is no moment.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MomentError {
    /// Not a time at all.
    #[error("{0:?} is no time; write seconds, as 12.5, or minutes and seconds, as 1:05.20")]
    Form(String),
    /// Between two ticks.
    #[error("{0} falls between two ticks; the mission's time goes by hundredths of a second")]
    BetweenTicks(String),
    /// Past a day.
    #[error("{0} is past what a test runs at most, a day")]
    TooLate(String),
}

/// The moment of a text: `120`, `12.5`, `0:45.20`.
///
/// # Errors
/// A [`MomentError`] where the text is no time, or not exactly that of a tick.
pub fn parse_moment(text: &str) -> Result<Tick, MomentError> {
    let form = || MomentError::Form(text.to_owned());
    let digits = |part: &str| {
        let all = !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
        all.then_some(()).ok_or_else(form)
    };
    let number = |part: &str| {
        digits(part)?;
        part.parse::<u32>()
            .map_err(|_| MomentError::TooLate(text.to_owned()))
    };
    let (minutes, rest) = match text.split_once(':') {
        Some((minutes, rest)) => (Some(number(minutes)?), rest),
        None => (None, text),
    };
    let (whole, fraction) = match rest.split_once('.') {
        Some((whole, fraction)) => (whole, fraction),
        None => (rest, "0"),
    };
    let seconds = number(whole)?;
    digits(fraction)?;
    if minutes.is_some() && (whole.len() != 2 || seconds >= 60) {
        return Err(form());
    }
    let exact = fraction.trim_end_matches('0');
    if exact.len() > 2 {
        return Err(MomentError::BetweenTicks(text.to_owned()));
    }
    let hundredths: u32 = format!("{exact:0<2}").parse().map_err(|_| form())?;
    let ticks = minutes
        .unwrap_or(0)
        .checked_mul(60)
        .and_then(|it| it.checked_add(seconds))
        .filter(|it| *it <= super::MOST_SECONDS)
        .and_then(|it| it.checked_mul(TICKS_PER_SECOND))
        .and_then(|it| it.checked_add(hundredths));
    ticks
        .map(Tick)
        .ok_or_else(|| MomentError::TooLate(text.to_owned()))
}

/// Ticks as seconds, with no more decimals than they need.
pub fn seconds_text(ticks: u32) -> String {
    let (seconds, hundredths) = (ticks / TICKS_PER_SECOND, ticks % TICKS_PER_SECOND);
    let text = format!("{seconds}.{hundredths:02}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    short.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read() {
        for (text, ticks) in [
            ("0", 0),
            ("0.01", 1),
            ("12.5", 1_250),
            ("12.50", 1_250),
            ("1.2300", 123),
            ("120", 12_000),
            ("0:45.20", 4_520),
            ("2:05.37", 12_537),
            ("90:00", 540_000),
            ("86400", 8_640_000),
        ] {
            assert_eq!(parse_moment(text), Ok(Tick(ticks)), "{text}");
        }
    }

    #[test]
    fn what_is_no_moment_is_refused() {
        for (text, word) in [
            ("", "no time"),
            ("soon", "no time"),
            ("-1", "no time"),
            ("1:5", "no time"),
            ("1:60", "no time"),
            ("1:05:00", "no time"),
            ("1.", "no time"),
            (".5", "no time"),
            ("1e3", "no time"),
            ("0.125", "between two ticks"),
            ("86401", "a day"),
            ("99999999999999", "a day"),
            ("71582789:00", "a day"),
        ] {
            let told = parse_moment(text).unwrap_err().to_string();
            assert!(told.contains(word), "{text}: {told}");
        }
    }

    #[test]
    fn ticks_are_written_short() {
        for ticks in [0, 1, 10, 100, 1_250, 12_000, 12_537] {
            let text = seconds_text(ticks);
            assert_eq!(parse_moment(&text), Ok(Tick(ticks)), "{text}");
        }
        assert_eq!(seconds_text(1_250), "12.5");
        assert_eq!(seconds_text(12_000), "120");
        assert_eq!(seconds_text(0), "0");
    }
}
