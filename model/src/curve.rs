//! Curves, which cameras and ships follow.

use serde::{Deserialize, Serialize};

use crate::ids::{CurveId, ShipId};
use crate::record::{Meta, changes};

/// A curve (dte-format 2.10): from one curve point to another, leaving toward one handle and
/// arriving from another. Its geometry follows where those four stand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// Its id; a curve has no display name.
    pub id: CurveId,
    /// Where it starts.
    pub start: Option<ShipId>,
    /// Where it ends.
    pub end: Option<ShipId>,
    /// The handle that the leaving tangent is drawn to.
    pub leaving: Option<ShipId>,
    /// The handle that the arriving tangent is drawn from.
    pub arriving: Option<ShipId>,
    /// Raw bytes, editor's notes, kept keys.
    pub meta: Meta,
}

impl Curve {
    /// A curve from nowhere to nowhere.
    pub fn new(id: CurveId) -> Self {
        Self {
            id,
            start: None,
            end: None,
            leaving: None,
            arriving: None,
            meta: Meta::default(),
        }
    }

    /// The four curve points that it is drawn through, in the order start, end, leaving, arriving.
    pub fn ships(&self) -> [Option<&ShipId>; 4] {
        [&self.start, &self.end, &self.leaving, &self.arriving].map(Option::as_ref)
    }
}

changes! {
    /// A change of one field of a curve.
    CurveChange of Curve in Curves {
        /// Start.
        Start(start: Option<ShipId>),
        /// End.
        End(end: Option<ShipId>),
        /// Leaving handle.
        Leaving(leaving: Option<ShipId>),
        /// Arriving handle.
        Arriving(arriving: Option<ShipId>),
    }
}
