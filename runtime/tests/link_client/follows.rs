//! A client follows a game through its missions.

use std::time::Duration;

use formats::SectionId;
use runtime::link::client::{ClientEvent, ClientOptions, WatchRate};
use runtime::link::{EventKind, EventState, MOST_EVENTS, ScriptFlags, State, ToEditor, ToGame};

use crate::mission::mission;
use crate::peer::mock::{MockPeer, Nature};
use crate::watched::Watched;

fn flags(message: &ToGame) -> Option<Vec<u8>> {
    match message {
        ToGame::CopyScriptFlags(ScriptFlags(flags)) => Some(flags.clone()),
        _ => None,
    }
}

/// Bytes of the mission's script, rounded up to a multiple of 4, as the game has flags for it.
fn flag_count() -> usize {
    let script = mission().counted(SectionId::Script).len();
    script.div_ceil(4) * 4
}

#[test]
fn it_tells_what_comes_in_order() {
    let game = MockPeer::start(Nature::of(mission()));
    let mut editor = Watched::new(game.port);
    editor.until_hello();
    game.start_mission(3);
    editor.until_start();
    editor.until(|it| matches!(it, ClientEvent::State(_)).then_some(()));
    game.hold(12);
    editor.until(|it| (*it == ClientEvent::Stopped { offset: 12 }).then_some(()));
    game.send(&ToEditor::FirstFinished(true));
    editor.until(|it| (*it == ClientEvent::FirstFinished(true)).then_some(()));
    game.send(&ToEditor::Other {
        tag: 0x1234,
        payload: vec![7; 100_000],
    });
    let unknown = ClientEvent::Unknown {
        tag: 0x1234,
        size: 100_000,
    };
    editor.until(|it| (*it == unknown).then_some(()));
    game.end_mission();
    editor.until_ended();
    let names: Vec<&str> = editor
        .seen
        .iter()
        .filter_map(|it| match it {
            ClientEvent::Connected => Some("connected"),
            ClientEvent::Hello(hello) => {
                assert_eq!((hello.protocol, &*hello.vm), (2, "starlancer"));
                Some("hello")
            }
            ClientEvent::MissionStarted(started) => {
                assert_eq!((started.number, &*started.file), (3, "mission3.dte"));
                Some("started")
            }
            ClientEvent::MissionFile { image, .. } => {
                assert_eq!(image.bytes(), mission().bytes());
                Some("file")
            }
            ClientEvent::MissionEnded => Some("ended"),
            _ => None,
        })
        .collect();
    assert_eq!(names, ["connected", "hello", "started", "file", "ended"]);
    assert!(!editor.client.health().playing);
    editor.end();
}

#[test]
fn each_attempt_gets_the_flags_once_also_without_any() {
    let game = MockPeer::start(Nature::of(mission()));
    let mut editor = Watched::new(game.port);
    editor.until_hello();
    for attempt in 0..3 {
        game.start_mission(attempt);
        let sent = game.until(flags);
        assert_eq!(sent, vec![0; flag_count()]);
        editor.until_start();
        // Whatever else would have been sent before the second state is there with it.
        for _ in 0..2 {
            let next = game.until(|it| match it {
                ToGame::GetState => Some(None),
                it => Some(flags(it)),
            });
            assert_eq!(next, None, "flags come once an attempt");
        }
        game.end_mission();
        editor.until_ended();
    }
    editor.end();
}

#[test]
fn flags_can_be_set_at_any_time_and_stay() {
    let game = MockPeer::start(Nature::of(mission()));
    let options = ClientOptions {
        flags: vec![0, 1],
        ..ClientOptions::default()
    };
    let mut editor = Watched::with(game.port, options);
    let padded = |flags: &[u8]| {
        let mut flags = flags.to_vec();
        flags.resize(flag_count(), 0);
        flags
    };
    game.start_mission(1);
    assert_eq!(game.until(flags), padded(&[0, 1]));
    editor.client.set_flags(vec![1]);
    assert_eq!(game.until(flags), padded(&[1]));
    // More than the script has bytes are cut off.
    editor.client.set_flags(vec![1; 2 * flag_count()]);
    assert_eq!(game.until(flags), vec![1; flag_count()]);
    let sent = ToGame::CopyScriptFlags(ScriptFlags(vec![0, 0, 1]));
    editor.client.send(sent).unwrap();
    assert_eq!(game.until(flags), padded(&[0, 0, 1]));
    editor.until_start();
    game.end_mission();
    editor.until_ended();
    editor.client.set_flags(vec![0, 0, 0, 1]);
    game.start_mission(2);
    assert_eq!(game.until(flags), padded(&[0, 0, 0, 1]));
    editor.end();
}

#[test]
fn an_editor_that_comes_in_mid_mission_is_told_of_it() {
    let game = MockPeer::start(Nature::of(mission()));
    game.start_mission(9);
    let mut editor = Watched::new(game.port);
    let number = editor.until(|it| match it {
        ClientEvent::MissionStarted(started) => Some(started.number),
        _ => None,
    });
    assert_eq!(number, 9);
    game.until(flags);
    editor.end();
}

#[test]
fn never_is_a_second_state_asked_for_before_the_answer() {
    let game = MockPeer::start(Nature::of(mission()));
    let options = ClientOptions {
        states: WatchRate::PerSecond(60),
        mission_files: WatchRate::PerSecond(60),
        patience: Duration::from_secs(30),
        ..ClientOptions::default()
    };
    let mut editor = Watched::with(game.port, options);
    game.answer(false);
    game.start_mission(1);
    editor.until_start();
    // A question of each kind is asked, and no other however long the answer takes.
    let (mut states, mut files) = (0, 0);
    for ship in 0..20 {
        let view = ToGame::ViewShip(ship);
        editor.client.send(view.clone()).unwrap();
        loop {
            match game.until(|it| Some(it.clone())) {
                ToGame::GetState => states += 1,
                ToGame::GetMission => files += 1,
                it if it == view => break,
                _ => {}
            }
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!((states, files), (1, 1));
    editor.end();
}

#[test]
fn the_live_scene_comes_at_its_own_rate() {
    let game = MockPeer::start(Nature::of(mission()));
    let mut editor = Watched::new(game.port);
    game.start_mission(1);
    editor.until_start();
    editor.client.watch(WatchRate::PerSecond(60));
    for _ in 0..5 {
        editor
            .until(|it| matches!(it, ClientEvent::MissionFile { starts: false, .. }).then_some(()));
    }
    editor.client.watch_states(WatchRate::Off);
    editor.client.watch(WatchRate::Off);
    assert!(editor.client.health().round_trip.is_some());
    editor.end();
}

fn state_with(events: std::ops::Range<u32>) -> ToEditor {
    let event = |index| EventState {
        kind: EventKind::Command,
        index,
        time: index,
    };
    ToEditor::State(Box::new(State {
        events: events.map(event).collect(),
        events_dropped: 1,
        ..State::default()
    }))
}

#[test]
fn a_caller_that_seldom_takes_has_the_newest_and_all_events() {
    let game = MockPeer::start(Nature::of(mission()));
    let options = ClientOptions {
        states: WatchRate::Off,
        ..ClientOptions::default()
    };
    let mut editor = Watched::with(game.port, options);
    editor.until_hello();
    game.start_mission(1);
    editor.until_start();
    for part in 0..10 {
        game.send(&state_with(100 * part..100 * part + 100));
        game.send(&ToEditor::MissionFile(mission().into_bytes()));
        game.send(&ToEditor::ScriptStopped(part));
    }
    // Boundaries and unknown messages are kept in number.
    for tag in 0..200 {
        game.send(&ToEditor::Other {
            tag: 0x200 + tag,
            payload: Vec::new(),
        });
    }
    // Everything has come once its last has, which is seen without taking.
    game.close();
    let by = std::time::Instant::now() + crate::peer::PATIENCE;
    while editor.client.health().open {
        assert!(std::time::Instant::now() < by);
        std::thread::sleep(Duration::from_millis(1));
    }
    let events = editor.client.take();
    let states: Vec<_> = events
        .iter()
        .filter_map(|it| match it {
            ClientEvent::State(state) => Some(state),
            _ => None,
        })
        .collect();
    let [state] = &states[..] else {
        panic!("one state is kept: {states:?}");
    };
    // Ten times 100 came with one dropped each; the newest 512 are kept.
    let indices: Vec<u32> = state.events.iter().map(|it| it.index).collect();
    assert_eq!(indices, (488..1000).collect::<Vec<_>>());
    assert_eq!(state.events.len(), MOST_EVENTS);
    assert_eq!(state.events_dropped, 10 + 488);
    let count = |pick: fn(&ClientEvent) -> bool| events.iter().filter(|it| pick(it)).count();
    assert_eq!(count(|it| matches!(it, ClientEvent::MissionFile { .. })), 1);
    assert_eq!(count(|it| matches!(it, ClientEvent::Stopped { .. })), 1);
    assert!(events.contains(&ClientEvent::Stopped { offset: 9 }));
    assert_eq!(count(|it| matches!(it, ClientEvent::Unknown { .. })), 64);
    assert!(matches!(events.last(), Some(ClientEvent::Lost(_))));
}

#[test]
fn the_caller_is_woken_once_for_each_take() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    let game = MockPeer::start(Nature::of(mission()));
    let woken = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&woken);
    let client =
        runtime::link::client::Client::connect(game.port, ClientOptions::default(), move || {
            counted.fetch_add(1, Ordering::SeqCst);
        });
    game.start_mission(1);
    for _ in 0..5 {
        game.until(|it| (*it == ToGame::GetState).then_some(()));
    }
    assert_eq!(woken.load(Ordering::SeqCst), 1);
    drop(client);
    game.until_gone();
}
