//! The state's text.

use std::collections::BTreeMap;

use formats::catalogue;
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use runtime::link::{
    EventKind, EventState, MOST_EVENTS, ShipOrder, ShipState, State, StateCause, ThreadState,
};
use runtime::{Hold, Release};

fn state() -> State {
    let thread = |at, trigger| ThreadState {
        at,
        depth: 1,
        wake: 90,
        interrupted: true,
        trigger,
    };
    let ship = |order, target| ShipState { order, target };
    let event = |kind, index, time| EventState { kind, index, time };
    State {
        clock: 83,
        hold: Hold::Held,
        step: Some(Release::Over),
        paused: true,
        first_finished: true,
        threads: BTreeMap::from([(0, thread(Some(40), None)), (31, thread(None, Some(1023)))]),
        globals: BTreeMap::from([(0, 7), (255, u32::MAX)]),
        variables: BTreeMap::from([(9, 0), (14, 3), (2, 5), (200, 1)]),
        ships: BTreeMap::from([
            (0, ship(ShipOrder::Number(105), Some(511))),
            (4, ship(ShipOrder::None, None)),
            (5, ship(ShipOrder::Number(200), None)),
            (511, ship(ShipOrder::Unknown("hover".to_owned()), None)),
        ]),
        events: vec![
            event(EventKind::Trigger, 12, 83_010),
            event(EventKind::Command, 11, 83_010),
        ],
        events_dropped: 4,
    }
}

/// LINK-36 to LINK-41, key by key.
const TEXT: &str = "\
clock=83
hold=held
step=over
paused=1
first_finished=1
thread.0.at=40
thread.0.depth=1
thread.0.wake=90
thread.0.interrupted=1
thread.31.at=none
thread.31.depth=1
thread.31.wake=90
thread.31.interrupted=1
thread.31.trigger=1023
global.0=7
global.255=4294967295
variable.2=5
variable.mission_over=0
variable.mission_success=3
variable.200=1
ship.0.order=fight
ship.0.target=511
ship.4.order=none
ship.5.order=200
ship.511.order=hover
event.0.kind=trigger
event.0.index=12
event.0.time=83010
event.1.kind=command
event.1.index=11
event.1.time=83010
events_dropped=4
";

#[test]
fn link_36_to_41_a_state_is_told_key_by_key() {
    assert_eq!(state().to_text(), TEXT);
    assert_eq!(State::from_text(TEXT), Ok(state()));
    let of_windows = TEXT.replace('\n', "\r\n");
    assert_eq!(State::from_text(&of_windows), Ok(state()));
    assert_eq!(State::from_text(""), Ok(State::default()));
}

#[test]
fn every_word_of_hold_and_step() {
    for (word, hold) in [
        ("held", Hold::Held),
        ("released", Hold::Released),
        ("none", Hold::None),
    ] {
        let state = State {
            hold,
            ..State::default()
        };
        assert!(state.to_text().contains(&format!("hold={word}\n")));
        assert_eq!(State::from_text(&format!("hold={word}")), Ok(state));
    }
    for (word, step) in [
        ("run_on", Some(Release::RunOn)),
        ("into", Some(Release::Into)),
        ("over", Some(Release::Over)),
        ("none", None),
    ] {
        let state = State {
            step,
            ..State::default()
        };
        assert!(state.to_text().contains(&format!("step={word}\n")));
        assert_eq!(State::from_text(&format!("step={word}")), Ok(state));
    }
}

#[test]
fn link_38_39_every_name_of_the_catalogue_comes_back() {
    for order in catalogue::orders() {
        let number = u32::from(order.number);
        let ships = BTreeMap::from([(
            3,
            ShipState {
                order: ShipOrder::Number(number),
                target: None,
            },
        )]);
        let state = State {
            ships,
            ..State::default()
        };
        let word = match &order.script_name {
            Some(name) => name.clone(),
            None => number.to_string(),
        };
        let text = state.to_text();
        assert!(
            text.contains(&format!("ship.3.order={word}\n")),
            "{text} {word}"
        );
        assert_eq!(State::from_text(&text), Ok(state));
    }
    for variable in catalogue::variables() {
        let state = State {
            variables: BTreeMap::from([(variable.number, 1)]),
            ..State::default()
        };
        let name = variable.name.clone();
        let name = name.unwrap_or_else(|| variable.number.to_string());
        let text = state.to_text();
        assert!(
            text.contains(&format!("variable.{name}=1\n")),
            "{text} {name}"
        );
        assert_eq!(State::from_text(&text), Ok(state));
    }
    let unnamed = State {
        variables: BTreeMap::from([(2, 0), (200, 0)]),
        ..State::default()
    };
    assert_eq!(unnamed.to_text(), State::default().to_text());
}

#[test]
fn link_05_keys_that_nobody_knows_are_passed_over() {
    let text = "clock=5\nmood=good\nthread.3.name=main\nthread.main.at=4\nglobal.x=1\n\
                variable.of_a_newer_game=9\nship.2.speed=40\nevent.1.thread=3\nglobal.1.name=lives\n\
                thread.900.name=far\nwing.7=3\nglobal.=1\nclock\n=4\n";
    let state = State {
        clock: 5,
        ..State::default()
    };
    assert_eq!(State::from_text(text), Ok(state));
}

#[test]
fn link_38_a_variable_without_a_name_that_is_0_is_as_good_as_not_told() {
    let state =
        State::from_text("variable.200=7\nvariable.201=0\nvariable.mission_over=0\n").unwrap();
    assert_eq!(state.variables.len(), 2);
    let again = State::from_text("variable.200=7\nvariable.200=0\n").unwrap();
    assert_eq!(again, State::default());
}

#[test]
fn values_that_a_key_cannot_have_are_errors_by_line() {
    let number = StateCause::Number;
    let flag = StateCause::Word("0, 1");
    let cases = [
        ("clock=-1", number),
        ("clock=4294967296", number),
        ("clock=", number),
        ("hold=1", StateCause::Word("held, released, none")),
        ("step=2", StateCause::Word("run_on, into, over, none")),
        ("paused=2", flag),
        ("first_finished=true", flag),
        ("thread.0.at=here", number),
        ("thread.0.interrupted=yes", flag),
        ("thread.0.trigger=none", number),
        ("thread.32.at=0", StateCause::Index(32)),
        ("global.256=0", StateCause::Index(256)),
        ("global.99999999999999999999999=0", StateCause::Index(256)),
        ("variable.256=1", StateCause::Index(256)),
        ("variable.mission_over=x", number),
        ("ship.512.order=none", StateCause::Index(512)),
        ("ship.0.order=", StateCause::Long),
        ("ship.0.target=none", number),
        ("event.512.kind=trigger", StateCause::Index(512)),
        ("event.0.index=first", number),
        ("event.0.time=1.5", number),
        ("events_dropped=many", number),
    ];
    for (line, cause) in cases {
        let error = State::from_text(&format!("clock=1\n\n{line}\nclock=2")).unwrap_err();
        assert_eq!((error.line, error.cause), (3, cause), "{line}");
        let told = error.to_string();
        assert!(
            told.contains(line.split('=').next().unwrap().get(..9).unwrap_or("")),
            "{told}"
        );
    }
    let long = format!("ship.0.order={}", "x".repeat(65));
    let error = State::from_text(&long).unwrap_err();
    assert_eq!(error.cause, StateCause::Long);
    assert!(error.value.len() < 50, "an error stays short");
}

#[test]
fn events_keep_their_order_whatever_that_of_their_lines() {
    let text = "event.7.kind=command\nevent.2.index=5\nevent.2.kind=trigger\nevent.7.time=9\n\
                event.9.index=1\n";
    let state = State::from_text(text).unwrap();
    let event = |kind, index, time| EventState { kind, index, time };
    let want = [
        event(EventKind::Trigger, 5, 0),
        event(EventKind::Command, 0, 9),
    ];
    // The one without a kind is none.
    assert_eq!(state.events, want);
}

/// Sixteen MiB of one key after another grow nothing but what the keys name.
#[test]
fn a_flood_of_lines_is_bounded_by_what_there_is() {
    let mut text = String::new();
    let mut n = 0_u32;
    while text.len() < 16 << 20 {
        text += &format!(
            "event.{}.kind=sort{n}\nship.{}.order=order{n}\nglobal.{}={n}\n",
            n % 512,
            n % 512,
            n % 256
        );
        n += 1;
    }
    let state = State::from_text(&text).unwrap();
    assert_eq!(state.events.len(), MOST_EVENTS);
    assert_eq!(state.ships.len(), 512);
    assert_eq!(state.globals.len(), 256);
    assert!(state.to_text().len() < 64 << 10);
}

#[test]
fn a_state_that_is_too_large_is_told_within_the_games_limits() {
    let event = EventState {
        kind: EventKind::Trigger,
        index: 0,
        time: 0,
    };
    let state = State {
        events: vec![event; MOST_EVENTS + 9],
        threads: (0..=255)
            .map(|slot| (slot, ThreadState::default()))
            .collect(),
        ships: (0..=600).map(|ship| (ship, ShipState::default())).collect(),
        ..State::default()
    };
    let read = State::from_text(&state.to_text()).unwrap();
    assert_eq!(
        (read.events.len(), read.threads.len(), read.ships.len()),
        (512, 32, 512)
    );
}

pub(crate) fn any_state() -> impl Strategy<Value = State> {
    let hold = prop::sample::select(vec![Hold::None, Hold::Held, Hold::Released]);
    let step = option::of(prop::sample::select(vec![
        Release::RunOn,
        Release::Into,
        Release::Over,
    ]));
    let thread = (
        option::of(any::<u32>()),
        any::<u32>(),
        any::<u32>(),
        any::<bool>(),
        option::of(any::<u32>()),
    )
        .prop_map(|(at, depth, wake, interrupted, trigger)| ThreadState {
            at,
            depth,
            wake,
            interrupted,
            trigger,
        });
    let order = prop_oneof![
        Just(ShipOrder::None),
        (0..210_u32).prop_map(ShipOrder::Number),
        any::<u32>().prop_map(ShipOrder::Number),
        "new_[a-z =.]{0,20}".prop_map(ShipOrder::Unknown),
    ];
    let ship =
        (order, option::of(any::<u32>())).prop_map(|(order, target)| ShipState { order, target });
    let kind = prop_oneof![
        Just(EventKind::Trigger),
        Just(EventKind::Command),
        "new_[a-z =.]{0,20}".prop_map(EventKind::Unknown),
    ];
    let event = (kind, any::<u32>(), any::<u32>()).prop_map(|(kind, index, time)| EventState {
        kind,
        index,
        time,
    });
    (
        (any::<u32>(), hold, step, any::<bool>(), any::<bool>()),
        btree_map(0..32_u8, thread, 0..5),
        btree_map(any::<u8>(), any::<u32>(), 0..9),
        // One that is 0 and has no name is not told.
        btree_map(any::<u8>(), 1..u32::MAX, 0..9),
        btree_map(0..512_u16, ship, 0..9),
        vec(event, 0..9),
        any::<u32>(),
    )
        .prop_map(
            |(one, threads, globals, variables, ships, events, events_dropped)| {
                let (clock, hold, step, paused, first_finished) = one;
                State {
                    clock,
                    hold,
                    step,
                    paused,
                    first_finished,
                    threads,
                    globals,
                    variables,
                    ships,
                    events,
                    events_dropped,
                }
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn states_come_back(state in any_state()) {
        let text = state.to_text();
        prop_assert_eq!(State::from_text(&text), Ok(state));
    }

    #[test]
    fn any_lines_are_a_state_or_an_error_with_a_line(
        lines in vec(
            ("(clock|hold|step|paused|thread|global|variable|ship|event|x)(\\.[0-9a-z]{0,4}){0,3}", "[ -~]{0,12}"),
            0..40,
        ),
    ) {
        let text: String = lines.iter().map(|(key, value)| format!("{key}={value}\n")).collect();
        match State::from_text(&text) {
            Ok(state) => {
                let written = state.to_text();
                prop_assert_eq!(State::from_text(&written).unwrap().to_text(), written);
            }
            Err(error) => prop_assert!((1..=lines.len()).contains(&error.line)),
        }
    }

    #[test]
    fn any_text_is_read_without_a_fall(text: String) {
        let _ = State::from_text(&text);
    }
}
