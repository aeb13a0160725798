//! The float family: exact results rounded once to f32 (script-vm V43 to V47).

/// An f32's whole part as the low half of a 64-bit number; 0 for what such a number cannot hold.
pub(crate) fn truncate(value: f32) -> u32 {
    // 2^63 as an f32; from there on the number has more than 64 bits.
    const LIMIT: f32 = 9_223_372_036_854_775_808.0;
    if value.abs() < LIMIT {
        // In range, and the low 32 bits are what is asked for.
        value as i64 as u32
    } else {
        0
    }
}

/// `add_f`: a signed, b unsigned.
pub(crate) fn add(a: u32, b: u32) -> u32 {
    whole(i64::from(a as i32) + i64::from(b))
}

/// `sub_f`: a unsigned, b signed.
pub(crate) fn sub(a: u32, b: u32) -> u32 {
    whole(i64::from(a) - i64::from(b as i32))
}

/// `mul_f`: a signed, b unsigned.
pub(crate) fn mul(a: u32, b: u32) -> u32 {
    whole(i64::from(a as i32) * i64::from(b))
}

/// A whole number rounded to f32, and its whole part again.
fn whole(exact: i64) -> u32 {
    truncate(exact as f32)
}

/// `div_f`: a unsigned, b signed.
pub(crate) fn div(a: u32, b: u32) -> u32 {
    let divisor = b as i32;
    if divisor == 0 {
        return 0;
    }
    // The quotient with 64 bits behind the point, its last bit standing for all that is cut off, so
    // that one rounding to f32 is the right one.
    let dividend = u128::from(a) << 64;
    let by = u128::from(divisor.unsigned_abs());
    let quotient = (dividend / by) | u128::from(dividend % by != 0);
    const SCALE: f32 = 1.0 / 18_446_744_073_709_551_616.0;
    let rounded = quotient as f32 * SCALE;
    truncate(if divisor < 0 { -rounded } else { rounded })
}

/// `push_percent`: that many hundredths.
pub(crate) fn percent(value: u32, share: u8) -> u32 {
    // The product has 40 bits at most.
    let product = (u64::from(value) * u64::from(share)) as f32;
    truncate(product * 0.01)
}

/// The bit that makes a NaN a quiet one.
const QUIET: u32 = 0x0040_0000;
/// What an x87 gives where there is no result, such as for 0 / 0.
const INDEFINITE: u32 = 0xFFC0_0000;

/// What a float store does with its target and a whole number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    /// `add_assign_f`.
    Add,
    /// `sub_assign_f`.
    Sub,
    /// `mul_assign_f`.
    Mul,
    /// `div_assign_f`.
    Div,
}

/// A float store: the target's bits are an f32, and so is the result (V46).
pub(crate) fn assign(operation: Operation, target: u32, top: u32) -> u32 {
    let (a, b) = (f64::from(f32::from_bits(target)), f64::from(top));
    let (result, rest) = match operation {
        Operation::Add => sum(a, b),
        Operation::Sub => sum(a, -b),
        Operation::Mul => {
            let product = a * b;
            (product, a.mul_add(b, -product))
        }
        Operation::Div => {
            let quotient = a / b;
            let rest = (-quotient).mul_add(b, a);
            (quotient, if b < 0.0 { -rest } else { rest })
        }
    };
    let result = to_odd(result, rest) as f32;
    if result.is_nan() {
        // Machines differ in the bits; these are the ones of the game's.
        return match f32::from_bits(target).is_nan() {
            true => target | QUIET,
            false => INDEFINITE,
        };
    }
    result.to_bits()
}

/// A sum, and what its rounding cut off.
fn sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// A rounded result moved to the odd neighbour of the exact one, so that rounding it again to f32
/// rounds the exact one once.
fn to_odd(rounded: f64, rest: f64) -> f64 {
    if !rounded.is_finite() || !rest.is_finite() || rest == 0.0 || rounded.to_bits() & 1 == 1 {
        return rounded;
    }
    let outward = (rest > 0.0) == (rounded > 0.0);
    let bits = rounded.to_bits();
    f64::from_bits(if outward {
        bits | 1
    } else {
        bits.saturating_sub(1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn v43_signs_of_the_operands() {
        assert_eq!(sub(5, -3_i32 as u32), 8);
        assert_eq!(mul(-2_i32 as u32, 3), -6_i32 as u32);
        assert_eq!(div(7, 2), 3);
        assert_eq!(div(7, -2_i32 as u32), -3_i32 as u32);
    }

    #[test]
    fn v44_results_round_to_f32() {
        assert_eq!(add(16_777_217, 0), 16_777_216);
    }

    #[test]
    fn v45_no_number_gives_zero() {
        assert_eq!(div(7, 0), 0);
        assert_eq!(truncate(f32::NAN), 0);
        assert_eq!(truncate(1e30), 0);
        assert_eq!(truncate(-1.5), -1_i32 as u32);
        // 2^33 keeps its low half.
        assert_eq!(truncate(8_589_934_592.0), 0);
    }

    #[test]
    fn v46_stores_keep_floats() {
        let mut bits = 6.0_f32.to_bits();
        bits = assign(Operation::Sub, bits, 2);
        bits = assign(Operation::Mul, bits, 3);
        bits = assign(Operation::Div, bits, 4);
        assert_eq!(f32::from_bits(bits), 3.0);
    }

    #[test]
    fn v47_percent() {
        assert_eq!(percent(200, 50), 100);
        assert_eq!(percent(u32::MAX, 255), truncate(4_294_967_295.0 * 2.55));
    }

    #[test]
    fn quotients_round_once() {
        // 16777217 / 1 lies half way between two floats, and a third of 50331651 is the same.
        assert_eq!(div(16_777_217, 1), 16_777_216);
        assert_eq!(div(50_331_651, 3), 16_777_216);
        assert_eq!(div(u32::MAX, 1), 0, "rounds to 2^32, whose low half is 0");
    }
}
