//! Operands that the game does not compare, or stops at.

use formats::catalogue::{Kinds, condition};
use formats::records::{self, Reference};

use crate::diagnostic::{Diagnostic, Place};
use crate::edit::Edit;
use crate::record::Record;
use crate::trigger::{Operand, Trigger, TriggerChange};

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "operand",
    about: "An operand is compared with a value of the event; the game stops at one that is no \
            reference where it wants one.",
    run,
};

/// CloseProximity and Proximity: their distance is the watch's, though the matcher skips it.
const PROXIMITY: u8 = 0x06;

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    for trigger in &context.mission.triggers {
        let Some(condition) = condition(trigger.condition) else {
            continue;
        };
        for (at, operand) in trigger.operands.iter().enumerate() {
            if *operand == Operand::Unset {
                continue;
            }
            let Some(value) = condition.values.get(at) else {
                let message = format!(
                    "{} brings no value {at}, so what is asked of it is never compared",
                    condition.symbol()
                );
                out.push(unset(trigger, at, Diagnostic::warning, message));
                continue;
            };
            let is_record = value.kinds.contains(Kinds::SHIP);
            if is_record && value.checked && stops_the_game(operand) {
                let message = format!(
                    "{} is compared with a ship, a flight group or a squad, and any other operand \
                     stops the game with an error",
                    value.label
                );
                out.push(unset(trigger, at, Diagnostic::error, message));
            } else if value.label == "Weapon Fired" {
                let message = "the game never says which weapon, so this trigger never fires";
                out.push(unset(trigger, at, Diagnostic::warning, message.to_owned()));
            } else if !value.checked && trigger.condition != PROXIMITY {
                let message = format!("the game never compares {}", value.label);
                out.push(unset(trigger, at, Diagnostic::warning, message));
            }
        }
        if trigger.condition == PROXIMITY && trigger.operands.get(1) == Some(&Operand::Unset) {
            let message = "Proximity without a distance never looks; set Proximity to a distance in \
                           the subject's radii";
            let place = Place::field(trigger.any_id(), "with");
            out.push(Diagnostic::warning(CHECK.code, place, message));
        }
    }
}

/// Whether an operand is no reference that the matcher knows (dte-format 3.2).
fn stops_the_game(operand: &Operand) -> bool {
    let Operand::Number(dword) = operand else {
        return false;
    };
    let reference = Reference(*dword);
    match reference.index() {
        None => false,
        Some(index) if index & records::Trigger::ANY_PLAYER != 0 => false,
        Some(_) => {
            ![Reference::SHIP, Reference::FLIGHT_GROUP, Reference::SQUAD].contains(&reference.tag())
        }
    }
}

fn unset(
    trigger: &Trigger,
    at: usize,
    severity: fn(&'static str, Place, String) -> Diagnostic,
    message: String,
) -> Diagnostic {
    let mut operands = trigger.operands.clone();
    if let Some(operand) = operands.get_mut(at) {
        *operand = Operand::Unset;
    }
    let edit = Edit::change(&trigger.id, TriggerChange::Operands(operands));
    let place = Place::field(trigger.any_id(), "with");
    severity(CHECK.code, place, message).with_fix("Ask nothing of it", edit)
}
