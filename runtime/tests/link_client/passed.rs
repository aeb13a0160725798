//! A script that is edited while a thread is held in it: what the thread has passed, and what it has
//! still before it.

use formats::script::{Opcode, RoutineMap, RoutineOwner};
use formats::{Image, SectionId, Tables};
use runtime::Hold;
use runtime::link::edits::{Edits, Later, Peer, Reason};
use runtime::link::{RunControl, ScriptFlags, ToGame};

use crate::common::{Mission, all, byte, global, num, routine, set};
use crate::mission::{Run, live};

/// The part that is edited.
const PART: usize = 1;

/// A mission with a part that sets global 0 to a constant, and global 1 to a byte.
fn mission(constant: u32, number: usize) -> Image {
    let mut mission = Mission::new(2);
    mission.start(routine([]));
    let number = byte(Opcode::PushByte, number);
    mission.part(all([set(0, [num(constant)]), set(1, [number])]));
    mission.image()
}

/// Where an instruction of the part is, the `nth` of its kind.
fn place(image: &Image, opcode: Opcode, nth: usize) -> u32 {
    let map = RoutineMap::read(image, &Tables::read(image));
    let routine = map.of(RoutineOwner::Part(PART)).unwrap();
    let mut places = routine.code.iter().filter(|(_, it)| it.opcode == opcode);
    routine.start as u32 + places.nth(nth).unwrap().0
}

/// The mission, with its part held before a place.
fn held(image: &Image, at: u32) -> (Run, u8) {
    let mut run = Run::of(image);
    let mut flags = vec![0; image.counted(SectionId::Script).len().next_multiple_of(4)];
    flags[at as usize] = 1;
    let part = RunControl::RunPart(PART as u32);
    run.take(&[
        ToGame::CopyScriptFlags(ScriptFlags(flags)),
        ToGame::RunControl(part),
    ]);
    run.tick(2);
    let state = run.state();
    assert_eq!(state.hold, Hold::Held);
    let mut threads = state.threads.iter();
    let thread = threads.find(|(_, it)| it.at == Some(at)).unwrap();
    (run, *thread.0)
}

/// Sends an edit, lets the thread on, then runs the part again; gives what the edit says of threads,
/// and the two globals after each of the runs.
fn edited(run: &mut Run, from: &Image, to: &Image) -> (Vec<Later>, [[u32; 2]; 2]) {
    let (messages, later) = live(run.edits(from, to, Peer::OwnEngine));
    run.take(&messages);
    let values = |run: &Run| [0, 1].map(|it| global(&run.simulation, it));
    run.take(&[ToGame::RunControl(RunControl::RunOn)]);
    run.tick(2);
    let first = values(run);
    run.take(&[ToGame::RunControl(RunControl::RunPart(PART as u32))]);
    run.tick(2);
    (later, [first, values(run)])
}

#[test]
fn a_thread_that_has_passed_what_changed_goes_on_with_what_it_has() {
    let from = mission(70_000, 5);
    // The value of the first line is pushed, and not assigned yet.
    let at = place(&from, Opcode::Assign, 0);
    let (mut run, thread) = held(&from, at);
    // A constant lies behind all code, so that no thread stands where it changes.
    let (later, values) = edited(&mut run, &from, &mission(80_000, 5));
    assert_eq!(later, [Later::Passed { thread, at }]);
    assert_eq!(values, [[70_000, 5], [80_000, 5]]);
}

#[test]
fn a_thread_takes_up_what_it_has_before_it() {
    let from = mission(70_000, 5);
    // Held before its first instruction, with the constant to be pushed.
    let at = place(&from, Opcode::SelectGlobal, 0);
    let (mut run, _) = held(&from, at);
    let (later, values) = edited(&mut run, &from, &mission(80_000, 5));
    assert_eq!(later, []);
    assert_eq!(values, [[80_000, 5], [80_000, 5]]);
    // Held in the first line, with the second to come.
    let at = place(&from, Opcode::Assign, 0);
    let (mut run, _) = held(&from, at);
    let (later, values) = edited(&mut run, &from, &mission(70_000, 6));
    assert_eq!(later, []);
    assert_eq!(values, [[70_000, 6], [70_000, 6]]);
}

#[test]
fn a_byte_that_changed_before_a_thread_has_been_passed() {
    let from = mission(70_000, 5);
    let at = place(&from, Opcode::Assign, 1);
    let (mut run, thread) = held(&from, at);
    let (later, values) = edited(&mut run, &from, &mission(70_000, 6));
    assert_eq!(later, [Later::Passed { thread, at }]);
    assert_eq!(values, [[70_000, 5], [70_000, 6]]);
    // Between two that changed it cannot stay.
    let (run, thread) = held(&from, at);
    let edits = run.edits(&from, &mission(80_000, 6), Peer::OwnEngine);
    let reasons = vec![Reason::Thread { thread }];
    let meanwhile = None;
    assert_eq!(edits, Edits::Restart { reasons, meanwhile });
}
