//! Images with some bytes anything, run for a few seconds: nothing ends the program, nothing hangs,
//! and the same seed gives the same mission.
#![no_main]

#[path = "../../../model/fuzz/example.rs"]
mod example;
#[path = "../../../formats/fuzz/patched.rs"]
mod patched;

use std::sync::{Arc, LazyLock};

use formats::Image;
use libfuzzer_sys::fuzz_target;
use runtime::{Input, InputValue, Options, Simulation, StandInPilot, TICKS_PER_SECOND, Tick};

static BASE: LazyLock<Image> = LazyLock::new(|| {
    let compiled = model::compile::compile(&example::MISSION);
    compiled.image.expect("the example compiles")
});

/// Ticks of a run.
const TICKS: u32 = 3 * TICKS_PER_SECOND;

fuzz_target!(|input: (u32, u16, &[u8])| {
    let (seed, choice, data) = input;
    let Ok(read) = Image::read(patched::patched(&BASE, data)) else {
        return;
    };
    let image = Arc::new(read.value);
    let options = Options {
        seed,
        pilot: StandInPilot::Fight,
        ..Options::default()
    };
    let mut simulation = Simulation::new(Arc::clone(&image), options.clone());
    simulation.input(Input::JumpDrive);
    simulation.advance(TICKS / 3);
    simulation.input(Input::Destroy {
        ship: choice % 16,
        attacker: Some(choice / 16 % 16),
    });
    simulation.input(Input::RaiseEvent {
        object: choice % 64,
        condition: (choice / 64 % 0x24) as u8,
        component: None,
        values: vec![InputValue::Ship(choice % 20); 2],
    });
    simulation.advance(TICKS / 3);
    let mut copy = simulation.clone();
    for run in [&mut simulation, &mut copy] {
        run.advance(TICKS - TICKS / 3 * 2);
        let _ = run.gaps();
    }
    assert!(simulation.now() <= Tick(TICKS));
    // A copy goes on as the original did, and so does the whole mission from its start.
    let last = format!("{:?}", simulation.snapshot());
    assert_eq!(format!("{:?}", copy.snapshot()), last);
    let again = Simulation::replay(image, options, simulation.inputs(), simulation.now());
    assert_eq!(format!("{:?}", again.snapshot()), last);
});
