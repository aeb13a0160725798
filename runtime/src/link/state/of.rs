//! The state of a simulation.

use formats::SectionId;

use crate::hold::{Editor, Hold};
use crate::simulation::Simulation;
use crate::trace::OrderTarget;

use super::{GLOBALS, ShipOrder, ShipState, State, ThreadState};

impl Simulation {
    /// How the script stands, with what it did since the last time that this was asked. What a script
    /// does is kept only while an editor is linked.
    pub fn take_state(&mut self) -> State {
        let happened = self.editor.as_mut().map(|it| it.happened.take());
        let (events, events_dropped) = happened.unwrap_or_default();
        State {
            events,
            events_dropped,
            ..State::of(self)
        }
    }
}

impl State {
    /// How a script stands, without what it did.
    pub fn of(simulation: &Simulation) -> Self {
        let editor = simulation.editor();
        let memory = &simulation.vm.memory;
        let globals = memory.globals().iter().take(GLOBALS).copied();
        let variables = memory.variables.values().iter().copied();
        Self {
            clock: simulation.clock(),
            hold: editor.map_or(Hold::None, Editor::hold),
            step: editor.and_then(Editor::step),
            paused: editor.is_some_and(Editor::is_paused),
            first_finished: simulation.first_finished(),
            threads: threads(simulation).collect(),
            globals: (0..=u8::MAX).zip(globals).collect(),
            variables: (0..=u8::MAX)
                .zip(variables)
                .filter(|(number, value)| super::words::is_told(*number, *value))
                .collect(),
            ships: ships(simulation).collect(),
            events: Vec::new(),
            events_dropped: 0,
        }
    }
}

fn threads(simulation: &Simulation) -> impl Iterator<Item = (u8, ThreadState)> {
    let mission = &simulation.mission;
    // Code of the second layer lies behind the script, and is none of it.
    let script = mission.image.counted(SectionId::Script).len();
    let inside = move |offset: &u32| usize::try_from(*offset).is_ok_and(|at| at < script);
    let threads = (0..=u8::MAX).zip(&simulation.vm.threads);
    threads.filter_map(move |(slot, thread)| {
        let state = ThreadState {
            at: Some(mission.script_offset(thread.ip?)).filter(inside),
            depth: u32::from(thread.depth),
            wake: thread.wake,
            interrupted: thread.interrupted,
            trigger: thread.trigger.map(u32::from),
        };
        Some((slot, state))
    })
}

fn ships(simulation: &Simulation) -> impl Iterator<Item = (u16, ShipState)> {
    let world = &simulation.world;
    world.mission_ships().filter_map(|ship| {
        let object = world.object(ship)?;
        if object.is_stand_in() || world.is_destroyed(ship) {
            return None;
        }
        let current = object.orders.current();
        let state = ShipState {
            // As the script would have the number in a word.
            order: current.map_or(ShipOrder::None, |order| {
                ShipOrder::Number(i32::from(order.number).cast_unsigned())
            }),
            target: current.and_then(|order| match order.target {
                OrderTarget::Ship { ship, .. } => Some(u32::from(ship)),
                _ => None,
            }),
        };
        Some((ship, state))
    })
}
