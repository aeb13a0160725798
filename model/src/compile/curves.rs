//! A curve's geometry, from where its curve points stand.

use crate::mission::Mission;
use crate::number::Vec3;
use crate::{Curve, ShipId};

/// What a curve's record repeats of its curve points: start, end, leaving tangent, arriving tangent
/// (dte-format 2.10). Without a point, zero.
pub fn curve_geometry(mission: &Mission, curve: &Curve) -> [Vec3; 4] {
    let place = |id: &Option<ShipId>| {
        let ship = mission.ships.get(id.as_ref()?.as_str())?;
        Some(ship.position)
    };
    let (start, end) = (place(&curve.start), place(&curve.end));
    let leaving = place(&curve.leaving)
        .zip(start)
        .map(|(handle, start)| handle.minus(start));
    let arriving = place(&curve.arriving)
        .zip(end)
        .map(|(handle, end)| end.minus(handle));
    [start, end, leaving, arriving].map(Option::unwrap_or_default)
}
