//! Paths that never end.

use std::collections::BTreeSet;

use crate::Curve;
use crate::diagnostic::{Diagnostic, Place};
use crate::mission::Mission;
use crate::record::Record;

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "curve-ring",
    about: "A path goes on with the first other curve that starts or ends where one ends; a path \
            that comes back to itself hangs the original.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    let mission = context.mission;
    for curve in &mission.curves {
        let mut seen = BTreeSet::from([&curve.id]);
        let mut at = curve;
        while let Some(next) = next_curve(mission, at) {
            if !seen.insert(&next.id) {
                let message = format!(
                    "the path from this curve comes back to {} and never ends, which hangs the \
                     original; end one of its curves at a point of its own",
                    next.id
                );
                let place = Place::field(curve.any_id(), "end");
                out.push(Diagnostic::warning(CHECK.code, place, message));
                break;
            }
            at = next;
        }
    }
}

/// The curve that a path goes on with (dte-format 2.10).
fn next_curve<'a>(mission: &'a Mission, curve: &Curve) -> Option<&'a Curve> {
    let end = curve.end.as_ref()?;
    mission.curves.iter().find(|other| {
        other.id != curve.id
            && (other.start.as_ref() == Some(end) || other.end.as_ref() == Some(end))
    })
}
