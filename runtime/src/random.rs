//! Random numbers, from seeds alone (engine-facts 3).

use serde::{Deserialize, Serialize};

/// A stream of random numbers: the C library's generator, and an object's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Random(u32);

/// The largest number that a stream gives.
const MAX: u16 = 0x7FFF;

impl Random {
    /// A stream from its seed.
    pub fn new(seed: u32) -> Self {
        Self(seed)
    }

    /// The next number, 0 to 32767: bits 16 to 30 of the stepped seed.
    pub fn draw(&mut self) -> u16 {
        self.0 = self.0.wrapping_mul(0x0003_43FD).wrapping_add(0x0026_9EC3);
        let [_, _, low, high] = self.0.to_le_bytes();
        u16::from_le_bytes([low, high]) & MAX
    }

    /// The next number, from 0 to 1 inclusive.
    pub fn share(&mut self) -> f64 {
        f64::from(self.draw()) / f64::from(MAX)
    }

    /// The next number from `low` up to but not including `high`; `low` where that range is empty,
    /// with a number drawn all the same.
    pub fn range(&mut self, low: u32, high: u32) -> u32 {
        let drawn = u32::from(self.draw());
        match high.checked_sub(low) {
            None | Some(0) => low,
            Some(width) => low + drawn % width,
        }
    }

    /// The next number below 100, as a script rolls it.
    pub fn percent(&mut self) -> u8 {
        // A remainder of 100 fits a byte.
        (self.draw() % 100) as u8
    }

    /// The next number from -`reach` to `reach`.
    pub fn spread(&mut self, reach: f64) -> f64 {
        (self.share() * 2.0 - 1.0) * reach
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The C library's well-known first numbers for the seed 1.
    #[test]
    fn the_streams_first_numbers() {
        let mut random = Random::new(1);
        let drawn: Vec<u16> = (0..5).map(|_| random.draw()).collect();
        assert_eq!(drawn, [41, 18467, 6334, 26500, 19169]);
    }

    #[test]
    fn an_empty_range_gives_its_start() {
        let mut random = Random::new(1);
        assert_eq!(random.range(7, 7), 7);
        assert_eq!(random.range(7, 3), 7);
        assert!((5..9).contains(&random.range(5, 9)));
    }
}
