//! Curves, which cameras and ships follow.

use super::{Reference, record};

record! {
    /// A curve (dte-format 2.10): a cubic Hermite from one curve point to another.
    ///
    /// `p(t) = (2t^3-3t^2+1) start + (3t^2-2t^3) end + 10 (t^3-2t^2+t) leaving
    /// + 10 (t^2-t^3) arriving`, for t from 0 to 1.
    Curve: 68 bytes of Curves {
        /// The ship that it starts at.
        0x00 start: Reference = Reference::NONE,
        /// The ship that it ends at.
        0x04 end: Reference = Reference::NONE,
        /// Place of the start ship.
        0x08 start_point: [f32; 3] = [0.0; 3],
        /// Place of the end ship.
        0x14 end_point: [f32; 3] = [0.0; 3],
        /// The ship that the leaving tangent is drawn to.
        0x20 leaving: Reference = Reference::NONE,
        /// The ship that the arriving tangent is drawn from.
        0x24 arriving: Reference = Reference::NONE,
        /// The leaving handle's place less the start.
        0x28 leaving_tangent: [f32; 3] = [0.0; 3],
        /// The end less the arriving handle's place.
        0x34 arriving_tangent: [f32; 3] = [0.0; 3],
        /// Unknown.
        0x40 unknown_40: u32 = 0,
    }
}

impl Curve {
    /// How much stronger the engine takes the tangents than they are stored.
    pub const TANGENT_WEIGHT: f64 = 10.0;
}
