//! Curves, which the director's camera and ships follow (engine-facts 19, dte-format 2.10).

use std::collections::BTreeMap;

use formats::records::Curve;
use glam::DVec3;

use crate::maths::{self, vector};

/// Chords that a curve's length is measured by.
const CHORDS: u32 = 32;

/// The place on a curve, from 0 at its start to 1 at its end and on past them, in world units.
pub fn point(curve: &Curve, at: f64) -> [f64; 3] {
    point_of(curve, at).to_array()
}

/// Whether a curve leads from place to place.
pub(crate) fn is_bearable(curve: &Curve) -> bool {
    let fields = [
        curve.start_point,
        curve.end_point,
        curve.leaving_tangent,
        curve.arriving_tangent,
    ];
    fields.into_iter().all(maths::is_bearable)
}

/// A curve's length, by 32 chords, in world units.
pub fn length(curve: &Curve) -> f64 {
    let mut from = point_of(curve, 0.0);
    let mut sum = 0.0;
    for chord in 1..=CHORDS {
        let to = point_of(curve, f64::from(chord) / f64::from(CHORDS));
        sum += (to - from).length();
        from = to;
    }
    sum
}

/// For each curve, the one that carries its path on: the first other curve that starts or ends at
/// the ship where it ends; none if it ends at no ship (script-vm V325).
pub fn successors(curves: &[Curve]) -> Vec<Option<u16>> {
    // The first two curves at each ship: one of them may be the curve itself.
    let mut touching: BTreeMap<u16, (u16, Option<u16>)> = BTreeMap::new();
    for (index, curve) in (0..=u16::MAX).zip(curves) {
        for ship in [curve.start.index(), curve.end.index()]
            .into_iter()
            .flatten()
        {
            touching
                .entry(ship)
                .and_modify(|(first, second)| {
                    if *first != index && second.is_none() {
                        *second = Some(index);
                    }
                })
                .or_insert((index, None));
        }
    }
    (0..=u16::MAX)
        .zip(curves)
        .map(|(own, curve)| {
            let (first, second) = *touching.get(&curve.end.index()?)?;
            if first == own { second } else { Some(first) }
        })
        .collect()
}

/// The curves of the path that starts with one, in order. A path that comes round on itself ends
/// after as many curves as the mission has.
pub fn path(successors: &[Option<u16>], first: u16) -> Vec<u16> {
    let mut path = Vec::new();
    let mut next = (usize::from(first) < successors.len()).then_some(first);
    while let Some(curve) = next
        && path.len() < successors.len()
    {
        path.push(curve);
        next = successors.get(usize::from(curve)).copied().flatten();
    }
    path
}

/// The place on a curve.
pub(crate) fn point_of(curve: &Curve, t: f64) -> DVec3 {
    let (squared, cubed) = (t * t, t * t * t);
    let ahead = 3.0 * squared - 2.0 * cubed;
    vector(curve.start_point) * (1.0 - ahead)
        + vector(curve.end_point) * ahead
        + vector(curve.leaving_tangent) * (Curve::TANGENT_WEIGHT * (cubed - 2.0 * squared + t))
        + vector(curve.arriving_tangent) * (Curve::TANGENT_WEIGHT * (squared - cubed))
}

#[cfg(test)]
mod tests {
    use formats::records::Reference;

    use super::*;

    fn curve(start: u16, end: u16, from: f32, to: f32) -> Curve {
        Curve {
            start: Reference::new(Reference::SHIP, start),
            end: Reference::new(Reference::SHIP, end),
            start_point: [from, 0.0, 0.0],
            end_point: [to, 0.0, 0.0],
            ..Curve::default()
        }
    }

    #[test]
    fn a_curve_runs_from_end_to_end_and_on() {
        let line = curve(1, 2, 100.0, 300.0);
        assert_eq!(point(&line, 0.0), [100.0, 0.0, 0.0]);
        assert_eq!(point(&line, 0.5), [200.0, 0.0, 0.0]);
        assert_eq!(point(&line, 1.0), [300.0, 0.0, 0.0]);
        assert!((length(&line) - 200.0).abs() < 1e-9);
        // Past its end the cubic runs on: 3 * 1.44 - 2 * 1.728 of the way.
        assert!((point(&line, 1.2)[0] - 272.8).abs() < 1e-9);
    }

    /// Tangents weigh ten times as stored; the arriving one is subtracted by the usual form, and
    /// the record's is the end less the handle.
    #[test]
    fn tangents_weigh_ten_times() {
        let mut bent = curve(1, 2, 0.0, 0.0);
        bent.leaving_tangent = [8.0, 0.0, 0.0];
        bent.arriving_tangent = [0.0, 8.0, 0.0];
        assert_eq!(point(&bent, 0.5), [10.0, 10.0, 0.0]);
    }

    #[test]
    fn a_ring_ends_after_every_curve() {
        let ring = [curve(1, 2, 0.0, 1.0), curve(2, 1, 1.0, 0.0)];
        assert_eq!(path(&successors(&ring), 0), [0, 1]);
        let open = [
            curve(1, 2, 0.0, 1.0),
            curve(3, 4, 1.0, 0.0),
            curve(2, 5, 1.0, 2.0),
        ];
        assert_eq!(successors(&open), [Some(2), None, None]);
        assert_eq!(path(&successors(&open), 0), [0, 2]);
        assert_eq!(path(&successors(&open), 9), [0; 0]);
    }

    /// V325: a curve that ends at the end ship carries the path on as well.
    #[test]
    fn a_curve_ending_at_the_same_ship_goes_on() {
        let met = [curve(1, 2, 0.0, 1.0), curve(3, 2, 5.0, 1.0)];
        assert_eq!(successors(&met), [Some(1), Some(0)]);
        assert_eq!(path(&successors(&met), 0), [0, 1]);
    }
}
