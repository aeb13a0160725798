//! Squads that hold themselves.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Place};
use crate::mission::Mission;
use crate::record::Record;
use crate::squad::MemberTarget;
use crate::{Squad, SquadId};

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "squad-circle",
    about: "A squad that holds itself, directly or through others, hangs the original.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    for squad in &context.mission.squads {
        let mut seen = BTreeSet::new();
        if holds(context.mission, squad, &squad.id, &mut seen) {
            let message = "this squad holds itself, directly or through another, which hangs the \
                           original; take it out of one of them";
            let place = Place::field(squad.any_id(), "members");
            out.push(Diagnostic::error(CHECK.code, place, message));
        }
    }
}

fn holds<'a>(
    mission: &'a Mission,
    squad: &'a Squad,
    wanted: &SquadId,
    seen: &mut BTreeSet<&'a SquadId>,
) -> bool {
    squad.members.iter().any(|member| {
        let MemberTarget::Squad(inner) = &member.target else {
            return false;
        };
        if inner == wanted {
            return true;
        }
        let Some(inner) = mission.squads.get(inner.as_str()) else {
            return false;
        };
        seen.insert(&inner.id) && holds(mission, inner, wanted, seen)
    })
}
