//! Names of things, as authors type them.

/// Whether text is a name by the rule for ids: a letter or underscore, then letters, digits,
/// underscores and hyphens, all of ASCII.
pub fn is_identifier(text: &str) -> bool {
    let mut characters = text.chars();
    characters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && characters.all(|next| next.is_ascii_alphanumeric() || next == '_' || next == '-')
}

/// The candidate that a mistyped name most likely meant, for messages; `None` where none is near.
pub fn closest<'a>(typed: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_ascii_lowercase();
    let most = typed.chars().count().div_ceil(3);
    candidates
        .into_iter()
        .map(|candidate| (distance(&typed, &candidate.to_ascii_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Insertions, removals and changes between two texts (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut before = i + 1;
        for (right, cell) in b.iter().zip(row.iter_mut().skip(1)) {
            let change = diagonal + usize::from(left != *right);
            diagonal = *cell;
            before = change.min(*cell + 1).min(before + 1);
            *cell = before;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_offered() {
        let names = ["SetAI", "SetPilot", "Wait", "WaitForSpeech"];
        assert_eq!(closest("SetIA", names), Some("SetAI"));
        assert_eq!(closest("setpilots", names), Some("SetPilot"));
        assert_eq!(closest("Explode", names), None);
    }

    #[test]
    fn distances() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("same", "same"), 0);
    }

    #[test]
    fn identifiers() {
        assert!(is_identifier("alpha_1-b"));
        assert!(is_identifier("_45th"));
        assert!(!is_identifier("45th"));
        assert!(!is_identifier(""));
        assert!(!is_identifier("naïve"));
    }
}
