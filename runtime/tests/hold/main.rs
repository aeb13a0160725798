//! The hold, the steps and the pause of an editor that is linked to the mission (script-vm 9).

#[path = "../common/mod.rs"]
mod common;

mod steps;
mod stills;

use std::sync::Arc;

use common::*;
use formats::Image;
use runtime::{Hold, Options, Release, Simulation, StandInPilot, TraceEvent, TraceLevel};

/// Bytes of the largest script.
const SCRIPT: usize = 0x2_0000;

/// A run with an editor linked, before its first tick. The player flies to the nav point, if there
/// is one.
fn linked(image: Image) -> Simulation {
    let options = Options {
        trace: TraceLevel::Everything,
        pilot: StandInPilot::FollowNavPoints,
        ..Options::default()
    };
    Simulation::linked(Arc::new(image), options)
}

/// The script offsets of the stores into globals, in the order in which a run without an editor makes
/// them.
fn stores(mission: &Mission) -> Vec<u32> {
    let mut simulation = mission.run();
    simulation.advance(1000);
    let stores = events(&simulation, |event| match event {
        TraceEvent::GlobalWritten { script, .. } => *script,
        _ => None,
    });
    stores.into_iter().map(|(_, script)| script).collect()
}

/// Flags some bytes of the script.
fn flag(simulation: &mut Simulation, offsets: &[u32]) {
    let mut flags = vec![0; SCRIPT];
    for &offset in offsets {
        flags[offset as usize] = 1;
    }
    simulation.set_script_flags(&flags);
}

fn hold(simulation: &Simulation) -> Hold {
    simulation.editor().unwrap().hold()
}

/// Releases the script and gives where it stops within a tick.
fn after(simulation: &mut Simulation, release: Release) -> Vec<u32> {
    simulation.release_script(release);
    simulation.tick();
    simulation.take_stops()
}

/// A mission whose start part counts three times in global 0, with the places of its stores.
fn counting() -> (Mission, Vec<u32>) {
    let mut mission = Mission::new(1);
    mission.start(all([count(0), count(0), count(0)]));
    let stores = stores(&mission);
    assert_eq!(stores.len(), 3);
    (mission, stores)
}
