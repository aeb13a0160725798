//! Commands of the radio, films, music and subtitles.

use formats::catalogue;

use crate::object::Flags;
use crate::radio::Speaker;
use crate::simulation::Simulation;
use crate::trace::TraceEvent;

use super::{Call, Outcome};

/// Characters from which a film's or a file's name is too long.
const TOO_LONG: usize = 52;
/// The music mode that plays at once (V235).
const AT_ONCE: u32 = 1;

/// PlaySpeech (V206).
pub(super) fn play_speech(simulation: &mut Simulation, call: &Call) -> Outcome {
    if let Some(name) = simulation.text_argument(call, 0) {
        simulation.play_speech(name);
    }
    Outcome::DONE
}

/// PlayCommsMovie (V208).
pub(super) fn play_comms_movie(simulation: &mut Simulation, call: &Call) -> Outcome {
    let names = simulation
        .text_argument(call, 0)
        .zip(simulation.text_argument(call, 1));
    if let Some((film, name)) = names
        && film.len() < TOO_LONG
        && name.len() < TOO_LONG
    {
        simulation.play_comms(Speaker::Nobody, name, film);
    }
    Outcome::DONE
}

/// CommsFromShip and CommsFromShipOnce (V224, V241).
pub(super) fn comms_from_ship(simulation: &mut Simulation, call: &Call) -> Outcome {
    let silent = Flags::STAND_IN.with(Flags::EXPLODING);
    let speaker = simulation.ship_argument(call, 0).and_then(|ship| {
        let object = simulation.world.object(ship)?;
        let pilot = object.pilot.filter(|_| !object.flags.any(silent))?;
        Some((ship, pilot))
    });
    if let Some((ship, pilot)) = speaker
        && let Some(name) = simulation.text_argument(call, 2)
    {
        let film = film_of(u16::from(pilot));
        simulation.play_comms(Speaker::Ship { ship, pilot }, name, film);
    }
    Outcome::YIELD
}

/// CommsFromPilot and CommsFromPilotOnce (V225, V242).
pub(super) fn comms_from_pilot(simulation: &mut Simulation, call: &Call) -> Outcome {
    let pilot = call.half(0);
    if let Some(name) = simulation.text_argument(call, 2) {
        simulation.play_comms(Speaker::Pilot(pilot), name, film_of(pilot));
    }
    Outcome::YIELD
}

/// DisplaySubTitle (V221).
pub(super) fn display_subtitle(simulation: &mut Simulation, call: &Call) -> Outcome {
    let text = call.argument(0);
    simulation.log(TraceEvent::Subtitle { text });
    Outcome::DONE
}

/// PlayMusic (V235).
pub(super) fn play_music(simulation: &mut Simulation, call: &Call) -> Outcome {
    if let Some(name) = simulation.text_argument(call, 0) {
        let at_once = call.argument(1) == AT_ONCE;
        simulation.log(TraceEvent::Music { name, at_once });
    }
    Outcome::DONE
}

/// DisableTaunts and DisableGenericComms (V239, V246): what the game says of itself, which it does
/// not do here.
pub(super) fn disable_talk(simulation: &mut Simulation, call: &Call) -> Outcome {
    simulation.show(call);
    Outcome::DONE
}

/// PlayFostersLastStand (V263).
pub(super) fn play_fosters_last_stand(simulation: &mut Simulation, call: &Call) -> Outcome {
    simulation.show(call);
    Outcome::DONE
}

/// The film of a pilot's face.
fn film_of(pilot: u16) -> String {
    u8::try_from(pilot)
        .ok()
        .and_then(catalogue::pilot)
        .and_then(|row| row.film.clone())
        .unwrap_or_else(|| format!("pilot {pilot}"))
}
