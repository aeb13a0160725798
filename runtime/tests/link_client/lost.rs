//! Links that end, and what is said of them.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use runtime::link::client::{ClientEvent, Lost, SendError};
use runtime::link::{Hello, MessageError, ToEditor, ToGame};

use crate::mission::mission;
use crate::peer::hostile::{Harm, HostilePeer};
use crate::peer::mock::{MockPeer, Nature};
use crate::watched::Watched;

/// Bytes of messages.
fn bytes(messages: &[ToEditor]) -> Vec<u8> {
    let frames = messages.iter().map(|it| it.to_frame().unwrap());
    frames.flat_map(|it| it.to_bytes().unwrap()).collect()
}

/// What a game says first.
pub(crate) fn opening() -> Vec<ToEditor> {
    vec![
        ToEditor::Hello(Hello {
            protocol: 2,
            openreliant: "1".to_owned(),
            game: "StarLancer".to_owned(),
            vm: "starlancer".to_owned(),
            others: Vec::new(),
        }),
        ToEditor::MissionStarted(runtime::link::MissionStarted {
            number: 1,
            file: "mission1.dte".to_owned(),
        }),
        ToEditor::MissionFile(mission().into_bytes()),
    ]
}

/// The bytes of a game's first messages.
pub(crate) fn opening_bytes() -> Vec<u8> {
    bytes(&opening())
}

/// How a link to a game that sends some bytes behind its first messages ends.
fn lost_to(then: &[u8], harm: fn(Vec<u8>) -> Harm) -> Lost {
    let mut sent = opening_bytes();
    sent.extend(then);
    let game = HostilePeer::start(harm(sent));
    let mut editor = Watched::hasty(game.port);
    let lost = editor.until_lost();
    editor.end();
    lost
}

/// A message as bytes, whatever it claims.
fn raw(tag: u16, reserved: u16, size: u32, payload: &[u8]) -> Vec<u8> {
    let mut bytes = tag.to_le_bytes().to_vec();
    bytes.extend(reserved.to_le_bytes());
    bytes.extend(size.to_le_bytes());
    bytes.extend(payload);
    bytes
}

#[test]
fn nothing_listens() {
    let port = {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        listener.local_addr().unwrap().port()
    };
    let mut editor = Watched::new(port);
    let lost = editor.until_lost();
    assert!(matches!(lost, Lost::NoListener { port: at, .. } if at == port));
    let text = lost.to_string();
    assert!(text.contains(&port.to_string()) && text.contains("--editor-link"));
    assert_eq!(editor.seen, [ClientEvent::Lost(lost)]);
    let error = editor.client.send(ToGame::Nothing).unwrap_err();
    let message = "nothing".to_owned();
    assert_eq!(error, SendError::Closed { message });
    editor.end();
}

#[test]
fn another_editor_is_linked() {
    let game = MockPeer::start(Nature::of(mission()));
    let mut first = Watched::new(game.port);
    first.until_hello();
    let mut second = Watched::hasty(game.port);
    let lost = second.until_lost();
    assert!(matches!(lost, Lost::NoHello { .. }), "{lost:?}");
    assert!(lost.to_string().contains("another editor"));
    assert_eq!(second.seen.first(), Some(&ClientEvent::Connected));
    // Once the first has gone the next is served.
    first.end();
    game.until_gone();
    let mut third = Watched::new(game.port);
    third.until_hello();
    third.end();
}

#[test]
fn a_game_that_goes() {
    let game = MockPeer::start(Nature::of(mission()));
    let mut editor = Watched::new(game.port);
    game.start_mission(1);
    editor.until_start();
    game.close();
    let lost = editor.until_lost();
    assert!(
        matches!(lost, Lost::Closed | Lost::Broken { .. }),
        "{lost:?}"
    );
    editor.end();
}

#[test]
fn a_game_without_a_mission_may_be_silent() {
    let game = MockPeer::start(Nature::of(mission()));
    let mut editor = Watched::hasty(game.port);
    editor.until_hello();
    game.answer(false);
    // More than its patience passes.
    std::thread::sleep(Duration::from_millis(700));
    assert!(editor.client.health().open);
    game.answer(true);
    game.start_mission(1);
    editor.until_start();
    editor.end();
}

#[test]
fn a_game_with_a_mission_may_not_be_silent() {
    let game = MockPeer::start(Nature::of(mission()));
    let mut editor = Watched::hasty(game.port);
    game.start_mission(1);
    editor.until_start();
    game.answer(false);
    let lost = editor.until_lost();
    let expected = Lost::Silent {
        message: "state",
        after: Duration::from_millis(300),
    };
    assert_eq!(lost, expected);
    assert_eq!(
        lost.to_string(),
        "the game did not send the message state for 0.3 s, though a mission plays; it hangs, or \
         stands still in a debugger"
    );
    editor.end();
}

#[test]
fn a_silent_game_is_noticed_within_two_seconds() {
    let game = MockPeer::start(Nature::of(mission()));
    let mut editor = Watched::new(game.port);
    game.start_mission(1);
    editor.until_start();
    editor.until(|it| matches!(it, ClientEvent::State(_)).then_some(()));
    game.answer(false);
    let since = Instant::now();
    let lost = editor.until_lost();
    assert!(matches!(lost, Lost::Silent { .. }));
    // The question that stays open was asked at most a period later; the rest is the machine's.
    let took = since.elapsed();
    assert!(took > Duration::from_millis(1500), "{took:?}");
    assert!(took < Duration::from_secs(10), "{took:?}");
    editor.end();
}

#[test]
fn a_game_that_does_not_send_the_file_of_its_mission() {
    let start = &opening()[..2];
    let game = HostilePeer::start(Harm::SendAndStall(bytes(start)));
    let mut editor = Watched::hasty(game.port);
    let lost = editor.until_lost();
    assert!(matches!(lost, Lost::Silent { .. }), "{lost:?}");
    editor.end();
}

#[test]
fn half_a_message() {
    let half = raw(0x106, 0, 1000, b"clock=1\n");
    let lost = lost_to(&half, Harm::SendAndStall);
    assert!(
        matches!(lost, Lost::Stalled { .. } | Lost::Silent { .. }),
        "{lost:?}"
    );
    // A mission that has not started makes nothing else owed.
    let mut hello = bytes(&opening()[..1]);
    hello.extend([0x01, 0x01, 0]);
    let game = HostilePeer::start(Harm::SendAndStall(hello.clone()));
    let mut editor = Watched::hasty(game.port);
    assert!(matches!(editor.until_lost(), Lost::Stalled { .. }));
    editor.end();
    let game = HostilePeer::start(Harm::SendAndClose(hello));
    let mut editor = Watched::hasty(game.port);
    let lost = editor.until_lost();
    assert!(matches!(lost, Lost::Frame(_)), "{lost:?}");
    assert!(lost.to_string().contains("lacks 5 more"), "{lost}");
    editor.end();
}

#[test]
fn headers_that_lie() {
    let lost = lost_to(&raw(0x106, 0, u32::MAX, &[]), Harm::SendAndStall);
    assert!(matches!(lost, Lost::Frame(_)), "{lost:?}");
    assert!(
        lost.to_string()
            .contains("claims a payload of 4294967295 bytes")
    );
    let lost = lost_to(&raw(0x106, 7, 0, &[]), Harm::SendAndStall);
    assert!(matches!(lost, Lost::Frame(_)), "{lost:?}");
}

#[test]
fn payloads_that_lie() {
    let state = b"clock=now\n";
    let lost = lost_to(&raw(0x106, 0, 10, state), Harm::SendAndStall);
    assert!(lost.to_string().contains("line 1 has clock=now"), "{lost}");
    let lost = lost_to(&raw(0x104, 0, 4, b"none"), Harm::SendAndStall);
    assert!(matches!(lost, Lost::Image(_)), "{lost:?}");
    assert!(lost.to_string().contains("mission's file"), "{lost}");
    let lost = lost_to(&raw(0x1A, 0, 2, &[0, 0]), Harm::SendAndStall);
    assert!(lost.to_string().contains("script_stopped"), "{lost}");
    let lost = lost_to(&raw(0x100, 0, 11, b"protocol=x\n"), Harm::SendAndStall);
    assert!(lost.to_string().contains("protocol=x"), "{lost}");
}

#[test]
fn texts_are_bounded() {
    let large = vec![b'='; 100_000];
    let lost = lost_to(&raw(0x100, 0, 100_000, &large), Harm::SendAndStall);
    let expected = Lost::Message(MessageError::TooLarge {
        message: "hello".into(),
        size: 100_000,
        limit: 65_536,
    });
    assert_eq!(lost, expected);
}
