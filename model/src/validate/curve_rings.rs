//! Paths that never end.

use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Diagnostic, Place};
use crate::mission::Table;
use crate::record::Record;
use crate::{Curve, ShipId};

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "curve-ring",
    about: "A path goes on with the first other curve that starts or ends where one ends; a path \
            that comes back to itself hangs the original.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    let curves = &context.mission.curves;
    let next = next_curves(curves);
    for (first, curve) in curves.iter().enumerate() {
        let mut seen = HashSet::from([first]);
        let mut at = first;
        while let Some(after) = next.get(at).copied().flatten() {
            if !seen.insert(after) {
                let again = curves.at(after).map_or("itself", |curve| curve.id.as_str());
                let message = format!(
                    "the path from this curve comes back to {again} and never ends, which hangs the \
                     original; end one of its curves at a point of its own"
                );
                let place = Place::field(curve.any_id(), "end");
                out.push(Diagnostic::warning(CHECK.code, place, message));
                break;
            }
            at = after;
        }
    }
}

/// The curve that the path goes on with from each curve, by their places (dte-format 2.10).
fn next_curves(curves: &Table<Curve>) -> Vec<Option<usize>> {
    let mut touching: HashMap<&ShipId, Vec<usize>> = HashMap::new();
    for (at, curve) in curves.iter().enumerate() {
        for ship in curve.start.iter().chain(&curve.end) {
            touching.entry(ship).or_default().push(at);
        }
    }
    let next = |(at, curve): (usize, &Curve)| {
        let there = touching.get(curve.end.as_ref()?)?;
        there.iter().copied().find(|other| *other != at)
    };
    curves.iter().enumerate().map(next).collect()
}
