//! Triggers whose subject their condition does not know.

use formats::catalogue::{self, condition};

use crate::diagnostic::{Diagnostic, Place};
use crate::record::Record;
use crate::trigger::Subject;

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "condition-subject",
    about: "Each condition comes to some kinds of subject only, and only a few carry a component.",
    run,
};

/// ShotAt and Destroyed, the conditions whose event names a component (dte-format 3.4).
const WITH_COMPONENT: [u8; 2] = [0x00, 0x01];

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    for trigger in &context.mission.triggers {
        let when = Place::field(trigger.any_id(), "when");
        let Some(condition) = condition(trigger.condition) else {
            let message = format!(
                "there is no condition {}, so this trigger never fires; choose one",
                trigger.condition
            );
            out.push(Diagnostic::error(CHECK.code, when, message));
            continue;
        };
        if condition.internal {
            let message = format!("{} is the engine's own; choose another", condition.symbol());
            out.push(Diagnostic::warning(CHECK.code, when, message));
        }
        let kind = match &trigger.subject {
            Some(Subject::Ship(_)) => catalogue::Subject::Ship,
            Some(Subject::FlightGroup(_)) => catalogue::Subject::FlightGroup,
            Some(Subject::Squad(_)) => catalogue::Subject::Squad,
            Some(Subject::Object(_)) | None => continue,
        };
        if !condition.allows(kind) {
            let noun = match kind {
                catalogue::Subject::Ship => "a ship",
                catalogue::Subject::FlightGroup => "a flight group",
                catalogue::Subject::Squad => "a squad",
            };
            let message = format!(
                "{} never comes to {noun}, so this trigger never fires; give it another subject",
                condition.symbol()
            );
            let place = Place::field(trigger.any_id(), "on");
            out.push(Diagnostic::warning(CHECK.code, place, message));
        }
        if let Some(component) = trigger.component
            && (kind != catalogue::Subject::Ship || !WITH_COMPONENT.contains(&condition.index))
        {
            let message = format!(
                "only ShotAt and Destroyed on a ship carry a component, so with component {component} \
                 this trigger never fires"
            );
            let place = Place::field(trigger.any_id(), "component");
            out.push(Diagnostic::warning(CHECK.code, place, message));
        }
    }
}
