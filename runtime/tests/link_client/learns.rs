//! What a client learns of a game.

use formats::Tables;
use runtime::link::client::Capability;
use runtime::link::{LiveTable, ShipState, State, ToGame};

use crate::mission::mission;
use crate::peer::PATIENCE;
use crate::peer::mock::{MockPeer, Nature};
use crate::watched::Watched;

/// A game with all ships in play.
fn nature(edits: bool) -> Nature {
    let ships = (0..9).map(|ship| (ship, ShipState::default())).collect();
    Nature {
        edits,
        state: State {
            ships,
            ..State::default()
        },
        ..Nature::of(mission())
    }
}

fn until(editor: &Watched, tag: u16, wanted: Capability) {
    let by = std::time::Instant::now() + PATIENCE;
    while editor.client.capabilities().of(tag) != wanted {
        assert!(std::time::Instant::now() < by);
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

fn moved() -> ToGame {
    ToGame::MoveShip {
        object_id: 2,
        unknown: 0,
        place: [1e6, 2e6, 3e6],
    }
}

fn points() -> ToGame {
    let mut bytes = vec![0; 48];
    bytes[5] = 9;
    ToGame::CopyTable(LiveTable::FormationPoints, bytes)
}

#[test]
fn a_game_that_carries_out_edits_is_found_to() {
    let game = MockPeer::start(nature(true));
    let mut editor = Watched::new(game.port);
    game.start_mission(1);
    editor.until_start();
    editor.until(|it| matches!(it, runtime::link::client::ClientEvent::State(_)).then_some(()));
    let known = editor.client.capabilities();
    assert_eq!(known.live_edits(), Capability::Unknown);
    assert!(!known.is_own_engine());
    editor.client.send(moved()).unwrap();
    until(&editor, 0x01, Capability::Shown);
    let known = editor.client.capabilities();
    assert_eq!(known.live_edits(), Capability::Shown);
    assert_eq!(
        known.of(0x0D),
        Capability::Unknown,
        "that is another message"
    );
    editor.client.send(points()).unwrap();
    until(&editor, 0x0D, Capability::Shown);
    editor.end();
}

#[test]
fn a_game_that_passes_edits_over_is_found_to() {
    let game = MockPeer::start(nature(false));
    let mut editor = Watched::new(game.port);
    game.start_mission(1);
    editor.until_start();
    editor.until(|it| matches!(it, runtime::link::client::ClientEvent::State(_)).then_some(()));
    editor.client.send(moved()).unwrap();
    editor.client.send(points()).unwrap();
    until(&editor, 0x01, Capability::Refused);
    until(&editor, 0x0D, Capability::Refused);
    assert_eq!(
        editor.client.capabilities().live_edits(),
        Capability::Refused
    );
    editor.end();
}

#[test]
fn nothing_is_learned_from_what_would_show_either_way() {
    let game = MockPeer::start(nature(true));
    let mut editor = Watched::new(game.port);
    game.start_mission(1);
    editor.until_start();
    editor.until(|it| matches!(it, runtime::link::client::ClientEvent::State(_)).then_some(()));
    // A table that is there already, and a ship that is where it is moved to.
    let tables = Tables::read(&mission());
    let place = tables.ships[3].runtime_position;
    let here = ToGame::MoveShip {
        object_id: 3,
        unknown: 0,
        place,
    };
    editor.client.send(here).unwrap();
    let same = ToGame::CopyTable(LiveTable::FormationPoints, vec![0; 48]);
    editor.client.send(same).unwrap();
    game.until(|it| (*it == ToGame::GetMission).then_some(()));
    game.until(|it| (*it == ToGame::GetState).then_some(()));
    editor.until(|it| matches!(it, runtime::link::client::ClientEvent::State(_)).then_some(()));
    let known = editor.client.capabilities();
    assert_eq!(known.of(0x01), Capability::Unknown);
    assert_eq!(known.of(0x0D), Capability::Unknown);
    editor.end();
}

#[test]
fn what_a_game_says_of_itself_counts() {
    for (said, expected) in [("1", Capability::Shown), ("0", Capability::Refused)] {
        let mut nature = nature(false);
        if let Some(hello) = &mut nature.hello {
            hello.others = vec![
                ("sortie".to_owned(), "0.1.0".to_owned()),
                ("live_edits".to_owned(), said.to_owned()),
            ];
        }
        let game = MockPeer::start(nature);
        let mut editor = Watched::new(game.port);
        editor.until_hello();
        let known = editor.client.capabilities();
        assert!(known.is_own_engine());
        assert_eq!(known.live_edits(), expected);
        assert_eq!(known.of(0x12), expected);
        assert_eq!(
            known.of(0x09),
            Capability::Unknown,
            "flags are no live edit"
        );
        editor.end();
    }
}

#[test]
fn the_version_tells_of_events_and_of_the_console() {
    for (protocol, events, console) in [
        (1, Capability::Refused, Capability::Refused),
        (2, Capability::Shown, Capability::Unknown),
        (3, Capability::Shown, Capability::Unknown),
    ] {
        let mut nature = nature(false);
        if let Some(hello) = &mut nature.hello {
            hello.protocol = protocol;
        }
        let game = MockPeer::start(nature);
        let mut editor = Watched::new(game.port);
        assert_eq!(editor.client.capabilities().events(), Capability::Unknown);
        editor.until_hello();
        let known = editor.client.capabilities();
        assert_eq!(known.events(), events);
        assert_eq!(known.of(0x107), console);
        assert_eq!(known.hello().map(|it| it.protocol), Some(protocol));
        editor.end();
    }
}
