//! Launches from a ship that is not there.

use formats::catalogue::kind_title;

use crate::diagnostic::{Diagnostic, Place};
use crate::edit::Edit;
use crate::record::Record;
use crate::ship::ShipChange;

use super::{Check, Context};

pub(super) const CHECK: Check = Check {
    code: "launch",
    about: "A ship launches from the first ship of a kind, so the mission must have one.",
    run,
};

fn run(context: &Context<'_>, out: &mut Vec<Diagnostic>) {
    let mission = context.mission;
    for ship in &mission.ships {
        let Some(_) = ship.launch_gate else { continue };
        let place = Place::field(ship.any_id(), "launch");
        let no_launch = || Edit::change(&ship.id, ShipChange::LaunchGate(None));
        match ship.launch_from {
            None => {
                let message = "a gate is set, but no kind of ship to launch from; set one";
                let told = Diagnostic::warning(CHECK.code, place, message);
                out.push(told.with_fix("Do not launch", no_launch()));
            }
            Some(kind) if !mission.ships.iter().any(|carrier| carrier.kind == kind) => {
                let message = format!(
                    "the mission has no {}, so this ship does not launch; add one, or launch from \
                     another kind",
                    kind_title(kind)
                );
                let mut told = Diagnostic::warning(CHECK.code, place, message);
                let carriers = mission.ships.iter().filter(|carrier| {
                    mission.ships.iter().any(|other| {
                        other.launch_gate.is_some() && other.launch_from == Some(carrier.kind)
                    })
                });
                if let Some(carrier) = carriers.into_iter().next() {
                    let change = ShipChange::LaunchFrom(Some(carrier.kind));
                    let title = format!("Launch from {}", carrier.id);
                    told = told.with_fix(title, Edit::change(&ship.id, change));
                }
                out.push(told.with_fix("Do not launch", no_launch()));
            }
            Some(_) => {}
        }
    }
}
