//! Limits that numbers are held to.

/// How a number is compared with a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Compare {
    Is,
    IsNot,
    Above,
    Below,
    AtLeast,
    AtMost,
}

impl Compare {
    /// Every comparison, in the order in which they are written.
    pub const ALL: [Self; 6] = [
        Self::Is,
        Self::IsNot,
        Self::Above,
        Self::Below,
        Self::AtLeast,
        Self::AtMost,
    ];

    /// Its key in a test.
    pub fn key(self) -> &'static str {
        match self {
            Self::Is => "is",
            Self::IsNot => "is_not",
            Self::Above => "above",
            Self::Below => "below",
            Self::AtLeast => "at_least",
            Self::AtMost => "at_most",
        }
    }
}

/// A limit that a number is held to. Numbers of the script are unsigned, as it compares them itself
/// (script-vm V36).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limit<T> {
    /// How.
    pub compare: Compare,
    /// With what.
    pub value: T,
}

impl<T: PartialOrd> Limit<T> {
    /// A limit.
    pub fn new(compare: Compare, value: T) -> Self {
        Self { compare, value }
    }

    /// Whether a number keeps to it.
    pub fn passes(&self, number: &T) -> bool {
        match self.compare {
            Compare::Is => *number == self.value,
            Compare::IsNot => *number != self.value,
            Compare::Above => *number > self.value,
            Compare::Below => *number < self.value,
            Compare::AtLeast => *number >= self.value,
            Compare::AtMost => *number <= self.value,
        }
    }
}

/// Whether a number keeps to every limit.
pub(super) fn passes<T: PartialOrd>(limits: &[Limit<T>], number: &T) -> bool {
    limits.iter().all(|limit| limit.passes(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_to_limits() {
        for (compare, kept) in [
            (Compare::Is, [false, true, false]),
            (Compare::IsNot, [true, false, true]),
            (Compare::Above, [false, false, true]),
            (Compare::Below, [true, false, false]),
            (Compare::AtLeast, [false, true, true]),
            (Compare::AtMost, [true, true, false]),
        ] {
            let limit = Limit::new(compare, 5_u32);
            assert_eq!([4, 5, 6].map(|it| limit.passes(&it)), kept, "{compare:?}");
        }
        let between = [
            Limit::new(Compare::Above, 1.0),
            Limit::new(Compare::Below, 2.0),
        ];
        assert!(passes(&between, &1.5) && !passes(&between, &2.0));
    }
}
