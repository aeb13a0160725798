//! What a client sends, and what it does not.

use std::time::{Duration, Instant};

use runtime::link::client::{ClientEvent, SendError};
use runtime::link::{ConsoleLine, MOST_PAYLOAD_ORIGINAL, RunControl, ToGame};

use crate::mission::mission;
use crate::peer::mock::{MockPeer, Nature};
use crate::watched::Watched;

fn moved(object_id: u32, x: f32) -> ToGame {
    ToGame::MoveShip {
        object_id,
        unknown: 0,
        place: [x, 0.0, 0.0],
    }
}

fn console() -> ToGame {
    ToGame::ConsoleLine(ConsoleLine {
        line: "reload".to_owned(),
    })
}

#[test]
fn messages_come_in_order_and_of_moves_the_last_place() {
    let game = MockPeer::start(Nature::of(mission()));
    let mut editor = Watched::new(game.port);
    game.start_mission(1);
    editor.until_start();
    for step in 0..500 {
        for ship in 0..3 {
            let message = moved(ship, step as f32);
            // A drag goes on whether or not there is room just now.
            while let Err(error) = editor.client.send(message.clone()) {
                assert!(matches!(error, SendError::Full { .. }), "{error}");
            }
        }
    }
    editor.client.send(ToGame::ViewShip(7)).unwrap();
    let mut last = [-1.0; 3];
    loop {
        match game.until(|it| Some(it.clone())) {
            ToGame::MoveShip {
                object_id, place, ..
            } => {
                let ship = object_id as usize;
                assert!(place[0] > last[ship], "no place comes after a later one");
                last[ship] = place[0];
            }
            ToGame::ViewShip(7) => break,
            _ => {}
        }
    }
    assert_eq!(last, [499.0; 3]);
    editor.end();
}

#[test]
fn messages_that_belong_together_have_no_other_between_them() {
    let game = MockPeer::start(Nature::of(mission()));
    let mut editor = Watched::new(game.port);
    game.start_mission(1);
    editor.until_start();
    let together = [
        ToGame::CopyShips(vec![0; 200]),
        ToGame::BindTables,
        ToGame::Nothing,
    ];
    for _ in 0..20 {
        editor.client.send_all(&together).unwrap();
    }
    for _ in 0..20 {
        game.until(|it| (*it == together[0]).then_some(()));
        for message in &together[1..] {
            assert_eq!(game.until(|it| Some(it.clone())), *message);
        }
    }
    editor.end();
}

#[test]
fn before_the_hello_nothing_is_sent() {
    let mut nature = Nature::of(mission());
    nature.hello = None;
    let game = MockPeer::start(nature);
    let mut editor = Watched::new(game.port);
    editor.until(|it| (*it == ClientEvent::Connected).then_some(()));
    let error = editor.client.send(console()).unwrap_err();
    let message = "console_line".to_owned();
    assert_eq!(error, SendError::NoHello { message });
    editor.end();
}

#[test]
fn without_a_mission_the_originals_messages_are_not_sent() {
    let game = MockPeer::start(Nature::of(mission()));
    let mut editor = Watched::new(game.port);
    editor.until_hello();
    let pause = ToGame::RunControl(RunControl::Pause(true));
    let error = editor.client.send(pause.clone()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the message run_control is not sent: no mission plays; start one in the game"
    );
    // Those of OpenReliant's own are.
    editor.client.send(console()).unwrap();
    game.until(|it| (*it == console()).then_some(()));
    game.start_mission(1);
    editor.until_start();
    editor.client.send(pause.clone()).unwrap();
    game.until(|it| (*it == pause).then_some(()));
    game.end_mission();
    editor.until_ended();
    assert!(editor.client.send(pause).is_err());
    editor.end();
}

#[test]
fn a_console_line_needs_a_game_that_has_a_console() {
    let mut nature = Nature::of(mission());
    if let Some(hello) = &mut nature.hello {
        hello.protocol = 1;
    }
    let game = MockPeer::start(nature);
    let mut editor = Watched::new(game.port);
    editor.until_hello();
    let error = editor.client.send(console()).unwrap_err();
    let expected = SendError::Unspoken {
        message: "console_line".to_owned(),
        protocol: 1,
        wanted: 2,
    };
    assert_eq!(error, expected);
    editor.end();
}

#[test]
fn what_cannot_be_written_is_refused_and_the_link_goes_on() {
    let game = MockPeer::start(Nature::of(mission()));
    let mut editor = Watched::new(game.port);
    game.start_mission(1);
    editor.until_start();
    let large = ToGame::CopyShips(vec![0; MOST_PAYLOAD_ORIGINAL + 1]);
    let error = editor.client.send(large).unwrap_err();
    assert!(matches!(error, SendError::Message(_)), "{error}");
    let two_lines = ToGame::ConsoleLine(ConsoleLine {
        line: "a\nb".to_owned(),
    });
    let error = editor.client.send(two_lines).unwrap_err();
    assert!(matches!(error, SendError::Message(_)), "{error}");
    // Of messages that belong together none is sent if one cannot be.
    let large = ToGame::CopyShips(vec![0; MOST_PAYLOAD_ORIGINAL + 1]);
    let both = [ToGame::ViewShip(1), large];
    assert!(editor.client.send_all(&both).is_err());
    editor.client.send(ToGame::ViewShip(2)).unwrap();
    let view = game.until(|it| match it {
        ToGame::ViewShip(ship) => Some(*ship),
        _ => None,
    });
    assert_eq!(view, 2);
    editor.end();
}

#[test]
fn a_game_that_reads_nothing_fills_a_bounded_queue_and_no_caller_waits() {
    let game = MockPeer::start(Nature::of(mission()));
    let mut editor = Watched::new(game.port);
    game.start_mission(1);
    editor.until_start();
    game.read(false);
    let table = ToGame::CopyShips(vec![0; 512 * 76]);
    let started = Instant::now();
    let mut sent: usize = 0;
    let error = loop {
        match editor.client.send(table.clone()) {
            Ok(()) => sent += 1,
            Err(error) => break error,
        }
    };
    assert!(matches!(
        error,
        SendError::Full { .. } | SendError::Closed { .. }
    ));
    // Four of the largest payloads wait, and what the system takes.
    assert!(sent * 512 * 76 < 64 << 20, "{sent}");
    assert!(started.elapsed() < Duration::from_secs(20), "no send waits");
    let lost = editor.until_lost();
    assert!(lost.to_string().contains("hangs"), "{lost}");
    editor.end();
}
