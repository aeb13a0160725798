//! What an editor can show of a mission that runs elsewhere.

use std::sync::Arc;

use formats::Image;
use formats::records::{Global, Ship, Trigger};

use crate::clock::{TICKS_PER_SECOND, Tick};
use crate::maths::placed;
use crate::object::Flags;
use crate::options::Options;
use crate::simulation::Simulation;
use crate::snapshot::{
    CameraView, ObjectState, ObjectView, OrderView, SideView, Snapshot, ThreadView, TriggerView,
};
use crate::start::is_marker;
use crate::stats::side_of;
use crate::trace::{OrderTarget, TraceEntry, TraceEvent};
use crate::vm::thread::Origin;

use super::{EventKind, EventState, ShipOrder, ShipState, State};

const IDENTITY: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// Variables of the game.
const VARIABLES: usize = 256;

/// The moment that a state is of: the script's clock knows whole seconds.
pub fn tick_of(state: &State) -> Tick {
    Tick(state.clock.saturating_mul(TICKS_PER_SECOND))
}

/// A moment of a mission that runs elsewhere, as far as the game tells it.
///
/// `file` is the newest of the mission's files and `state` the newest state. Where ships are, their
/// sides, and which triggers are armed, the file says; threads, values and orders, the state. What
/// neither tells is as in a moment in which nothing of it is: no calls and no stack of a thread, no
/// timers, no objectives, no camera, no second order of a ship.
pub fn snapshot(file: &Image, state: &State) -> Snapshot {
    let ships = (0..=u16::MAX).zip(file.records::<Ship>());
    let triggers = file.records::<Trigger>().map(|trigger| TriggerView {
        armed: trigger.armed != 0,
        firings_left: trigger.firings_left,
    });
    let mut globals: Vec<u32> = file
        .records::<Global>()
        .map(|global| global.value)
        .collect();
    for (number, value) in &state.globals {
        if let Some(global) = globals.get_mut(usize::from(*number)) {
            *global = *value;
        }
    }
    let mut variables = vec![0; VARIABLES];
    for (number, value) in &state.variables {
        if let Some(variable) = variables.get_mut(usize::from(*number)) {
            *variable = *value;
        }
    }
    let threads = state.threads.iter().map(|(slot, thread)| ThreadView {
        slot: *slot,
        origin: thread
            .trigger
            .and_then(|trigger| u16::try_from(trigger).ok())
            .map(|trigger| Origin::Trigger { trigger }),
        // Outside the script there is no instruction.
        script: thread.at.unwrap_or(u32::MAX),
        depth: u8::try_from(thread.depth).unwrap_or(u8::MAX),
        wake: thread.wake,
        interrupted: thread.interrupted,
        calls: Vec::new(),
        stack: Vec::new(),
        frame: None,
        locals: [0; 5],
        result: 0,
    });
    Snapshot {
        tick: tick_of(state),
        clock: state.clock,
        ending: None,
        objects: ships
            .map(|(slot, ship)| object(slot, &ship, state.ships.get(&slot)))
            .collect(),
        camera: CameraView {
            view: 0,
            ship: None,
            locked: false,
            position: [0.0; 3],
            orientation: IDENTITY,
            shot: None,
            shots_waiting: 0,
        },
        threads: threads.collect(),
        first_finished: state.first_finished,
        globals,
        variables,
        timers: Vec::new(),
        triggers: triggers.collect(),
        objectives: Vec::new(),
        line: None,
        wings: Default::default(),
        kept: Vec::new(),
    }
}

fn object(slot: u16, ship: &Ship, in_play: Option<&ShipState>) -> ObjectView {
    let marker = is_marker(ship.kind);
    // Before it is made, a ship has the place that its record gives it.
    let (position, angles) = match in_play {
        Some(_) => (
            ship.runtime_position,
            [ship.runtime_yaw, ship.runtime_pitch, ship.runtime_roll],
        ),
        None => (ship.position, [ship.yaw, ship.pitch, ship.roll]),
    };
    let [yaw, pitch, roll] = angles.map(f64::from);
    let finite = position.iter().all(|it| it.is_finite());
    ObjectView {
        slot,
        ship: Some(slot),
        kind: ship.kind,
        state: match in_play {
            Some(_) if marker => ObjectState::Marker,
            Some(_) if finite => ObjectState::Made,
            _ => ObjectState::StandIn,
        },
        position: position.map(f64::from),
        orientation: placed(yaw, pitch, roll).to_cols_array_2d(),
        radius: 0.0,
        velocity: [0.0; 3],
        throttle: 0.0,
        fuel: 0.0,
        side: SideView::from(side_of(ship.kind)),
        flags: Flags::default(),
        hidden: false,
        cloaked: false,
        destroyed: ship.flags & 1 != 0,
        damage: 0,
        lost_components: (0..32)
            .filter(|component| ship.intact_components >> component & 1 == 0)
            .collect(),
        pilot: (ship.pilot != Ship::NONE).then_some(ship.pilot),
        nav_point: None,
        escort_point: None,
        orders: in_play.and_then(order).into_iter().collect(),
    }
}

fn order(ship: &ShipState) -> Option<OrderView> {
    let ShipOrder::Number(number) = ship.order else {
        return None;
    };
    let target = ship.target.and_then(|target| u16::try_from(target).ok());
    Some(OrderView {
        // Words of the script: the low half is the number.
        order: number as i16,
        target: match target {
            Some(ship) => OrderTarget::Ship {
                ship,
                component: None,
            },
            None => OrderTarget::None,
        },
        number: 0,
        script: None,
    })
}

/// What a state tells that the script did, as a log has it; what this version does not know is left
/// out.
pub fn happened(state: &State) -> impl Iterator<Item = TraceEntry> {
    state.events.iter().filter_map(|event| {
        let event_told = told(event)?;
        Some(TraceEntry {
            tick: Tick(event.time / (1000 / TICKS_PER_SECOND)),
            clock: event.time / 1000,
            event: event_told,
        })
    })
}

fn told(event: &EventState) -> Option<TraceEvent> {
    match event.kind {
        EventKind::Trigger => Some(TraceEvent::ToldTrigger {
            trigger: u16::try_from(event.index).ok()?,
        }),
        EventKind::Command => Some(TraceEvent::ToldCommand {
            command: u8::try_from(event.index).ok()?,
        }),
        EventKind::Unknown(_) => None,
    }
}

/// A stand-in for the mission that runs elsewhere, in which expressions have the values that they
/// have there: its globals and its variables. Nothing of it runs.
pub(super) fn stand_in(file: &Arc<Image>, state: &State) -> Simulation {
    let mut stand_in = Simulation::unstarted(Arc::clone(file), Options::default());
    for (number, value) in &state.globals {
        stand_in.vm.memory.set_global(*number, *value);
    }
    for (number, value) in &state.variables {
        stand_in.vm.memory.variables.set(*number, *value);
    }
    stand_in
}

#[cfg(test)]
mod tests {
    use formats::ImageBuilder;

    use super::*;
    use crate::link::ThreadState;

    fn file() -> Image {
        let placed = Ship {
            position: [1.0, 2.0, 3.0],
            runtime_position: [10.0, 20.0, 30.0],
            runtime_yaw: 90,
            ..Ship::default()
        };
        let lost = Ship {
            flags: 1,
            intact_components: !0b100,
            ..placed.clone()
        };
        let marker = Ship {
            kind: Ship::KIND_POINT,
            ..placed.clone()
        };
        let mut builder = ImageBuilder::new();
        builder.set_records(&[placed, lost, marker]).unwrap();
        builder
            .set_records(&[Global {
                value: 7,
                ..Global::default()
            }])
            .unwrap();
        builder
            .set_records(&[Trigger {
                armed: 0,
                firings_left: 3,
                ..Trigger::default()
            }])
            .unwrap();
        builder.finish().unwrap()
    }

    #[test]
    fn a_ship_in_play_is_where_the_file_has_it_now_and_another_where_it_was_placed() {
        let state = State {
            clock: 12,
            ships: [0, 2].map(|ship| (ship, ShipState::default())).into(),
            ..State::default()
        };
        let seen = snapshot(&file(), &state);
        assert_eq!(seen.tick, Tick(1200));
        let [made, lost, marker] = &seen.objects[..] else {
            panic!("three ships");
        };
        assert_eq!(made.state, ObjectState::Made);
        assert_eq!(made.position, [10.0, 20.0, 30.0]);
        // A yaw of 90 has the nose on +X (engine-facts 2).
        assert!(made.orientation[2][0] > 0.999);
        assert_eq!(lost.state, ObjectState::StandIn);
        assert!(lost.destroyed);
        assert_eq!(lost.position, [1.0, 2.0, 3.0]);
        assert_eq!(lost.lost_components, [2]);
        assert_eq!(marker.state, ObjectState::Marker);
    }

    #[test]
    fn values_threads_and_orders_are_those_of_the_state() {
        let fight = ShipState {
            order: ShipOrder::Number(0xFFFF_FFFE),
            target: Some(2),
        };
        let waits = ThreadState {
            at: Some(44),
            depth: 1,
            wake: 9,
            trigger: Some(0),
            ..ThreadState::default()
        };
        let state = State {
            globals: [(0, 9), (200, 1)].into(),
            variables: [(9, 1)].into(),
            threads: [(3, waits)].into(),
            ships: [(0, fight)].into(),
            ..State::default()
        };
        let seen = snapshot(&file(), &state);
        assert_eq!(seen.globals, [9]);
        assert_eq!(seen.variables[9], 1);
        assert_eq!(seen.threads[0].slot, 3);
        assert_eq!(seen.threads[0].script, 44);
        assert_eq!(seen.threads[0].wake, 9);
        let origin = Some(Origin::Trigger { trigger: 0 });
        assert_eq!(seen.threads[0].origin, origin);
        let [order] = &seen.objects[0].orders[..] else {
            panic!("one order");
        };
        assert_eq!(order.order, -2);
        let at = OrderTarget::Ship {
            ship: 2,
            component: None,
        };
        assert_eq!(order.target, at);
        let trigger = TriggerView {
            armed: false,
            firings_left: 3,
        };
        assert_eq!(seen.triggers, [trigger]);
    }

    #[test]
    fn events_come_at_their_milliseconds() {
        let event = |kind, index| EventState {
            kind,
            index,
            time: 12_345,
        };
        let state = State {
            events: vec![
                event(EventKind::Trigger, 4),
                event(EventKind::Command, 5),
                event(EventKind::Command, 5000),
                event(EventKind::Unknown("dance".to_owned()), 1),
            ],
            ..State::default()
        };
        let told: Vec<_> = happened(&state).collect();
        let entry = |event| TraceEntry {
            tick: Tick(1234),
            clock: 12,
            event,
        };
        assert_eq!(
            told,
            [
                entry(TraceEvent::ToldTrigger { trigger: 4 }),
                entry(TraceEvent::ToldCommand { command: 5 }),
            ]
        );
    }
}
