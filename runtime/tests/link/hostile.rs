//! Clients that mean harm or know no better: whatever they do, nothing falls, nothing hangs, nothing
//! grows without an end, and the next client is served.

use std::io::{ErrorKind, Write as _};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use runtime::link::{Arrival, Frame, MOST_UNSENT, RunControl, Server, ToGame};

use super::common::*;
use super::editor::{Editor, Engine, PATIENCE};
use super::session::{Rig, flags};
use super::socket::file;

/// Bytes that the process may have taken at its worst: what may wait on each side, twice over.
const MOST_MEMORY: u64 = 256 << 20;

fn mission() -> Mission {
    let mut mission = with_ships(8, 4);
    mission.part(all([count(0), count(1)]));
    let timer = call(0x01, [num(1), num(1), num(1), num(0)]);
    mission.start(routine(timer));
    mission
}

/// A next client is served, and the process is as large as it may be.
fn serves_on(engine: &mut Engine) {
    let state = engine.connect().state();
    assert_eq!(state.globals.len(), 4);
    assert!(engine.child.try_wait().unwrap().is_none());
    // Where the system tells it.
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.child.id()));
    let peak = status.ok().and_then(|status| {
        let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"))?;
        line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()
    });
    if let Some(peak) = peak {
        assert!(peak << 10 < MOST_MEMORY, "{peak} KiB");
    }
}

/// Writes as much as the game takes before it closes the connection.
fn write_all(stream: &mut TcpStream, bytes: &[u8]) {
    match stream.write_all(bytes) {
        Ok(()) => {}
        Err(error) => assert!(super::editor::is_closed(error.kind()), "{error}"),
    }
}

fn message(message: &ToGame) -> Vec<u8> {
    message.to_frame().unwrap().to_bytes().unwrap()
}

#[test]
fn garbage() {
    let file = file(&mission());
    let mut engine = Engine::start(&file.path, &["--speed", "max"]);
    let mut random = runtime::Random::new(7);
    for round in 0..60 {
        let mut editor = engine.connect();
        let len = usize::from(random.draw()) % 3000;
        let mut bytes: Vec<u8> = (0..len).map(|_| random.draw() as u8).collect();
        // Half of them look like a message at first.
        if round % 2 == 0 {
            let tag = random.draw() % 0x20;
            bytes.splice(..0, [tag as u8, 0, 0, 0, 16, 0, 0, 0]);
        }
        write_all(&mut editor.stream, &bytes);
        editor.is_let_go();
    }
    serves_on(&mut engine);
}

#[test]
fn a_client_that_goes_at_each_byte() {
    let file = file(&mission());
    let mut engine = Engine::start(&file.path, &[]);
    let bytes = [
        message(&ToGame::GetState),
        message(&ToGame::RunControl(RunControl::Pause(false))),
        message(&flags(&[])),
    ]
    .concat();
    for end in (0..40).chain([bytes.len() - 1, bytes.len()]) {
        let mut editor = engine.connect();
        write_all(&mut editor.stream, &bytes[..end]);
    }
    serves_on(&mut engine);
}

#[test]
fn claims_of_4_gib() {
    let file = file(&mission());
    let mut engine = Engine::start(&file.path, &[]);
    for tag in [0x00, 0x03, 0x09, 0x17, 0x18, 0x103, 0x107, 0xFFFF_u16] {
        let mut editor = engine.connect();
        let [low, high] = tag.to_le_bytes();
        let header = [low, high, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF];
        write_all(&mut editor.stream, &header);
        editor.is_let_go();
        engine.says("claims a payload of 4294967295 bytes");
    }
    serves_on(&mut engine);
}

#[test]
fn a_client_that_stalls_within_a_message() {
    let file = file(&mission());
    let mut engine = Engine::start(&file.path, &["--speed", "max"]);
    let mut stalled = engine.connect();
    stalled.send(&flags(&[]));
    let clock = stalled.state().clock;
    let whole = message(&ToGame::GetState);
    stalled.send_bytes(&whole[..5]);
    // The mission goes on meanwhile.
    stalled.send_bytes(&whole[5..]);
    stalled.state_that(|state| state.clock > clock);
    stalled.send_bytes(&[0x07, 0x01, 0, 0, 0, 0, 0, 1, b'l']);
    drop(stalled);
    serves_on(&mut engine);
}

#[test]
fn a_client_that_asks_and_does_not_read() {
    let file = file(&mission());
    let mut engine = Engine::start(&file.path, &[]);
    for ask in [ToGame::GetState, ToGame::GetMission] {
        let mut editor = engine.connect();
        let asked = message(&ask).repeat(1 << 20);
        write_all(&mut editor.stream, &asked);
        engine.says("the editor is let go: it sent");
        drop(editor);
        serves_on(&mut engine);
    }
}

#[test]
fn a_flood_of_edits() {
    let file = file(&mission());
    let mut engine = Engine::start(&file.path, &[]);
    let mut editor = engine.connect();
    editor.send(&flags(&[]));
    let edits = [
        message(&ToGame::BindTables),
        message(&ToGame::SetTableCounts(Box::new([0xFFFF; 50]))),
        message(&ToGame::RunControl(RunControl::RunPart(1))),
        message(&ToGame::RunControl(RunControl::Into)),
        message(&ToGame::CopyShips(vec![0xFF; 0x4C * 8])),
    ];
    let flood = edits.concat().repeat(40);
    editor.send_bytes(&flood);
    editor.state();
    // Far more than the game takes between two ticks.
    write_all(&mut editor.stream, &edits.concat().repeat(8000));
    drop(editor);
    serves_on(&mut engine);
}

#[test]
fn many_that_come_and_go() {
    let file = file(&mission());
    let mut engine = Engine::start(&file.path, &[]);
    for _ in 0..200 {
        drop(engine.connect());
    }
    let waiting: Vec<Editor> = (0..50).map(|_| engine.connect()).collect();
    drop(waiting);
    serves_on(&mut engine);
}

/// What arrives until something does that a filter picks.
fn arrives(server: &mut Server, pick: impl Fn(&Arrival) -> bool) -> Arrival {
    let start = Instant::now();
    loop {
        if let Some(arrival) = server.poll().into_iter().find(|it| pick(it)) {
            return arrival;
        }
        assert!(start.elapsed() < PATIENCE, "nothing arrives");
        sleep(Duration::from_millis(1));
    }
}

fn is_gone(arrival: &Arrival) -> bool {
    matches!(arrival, Arrival::Gone(_))
}

/// A server of its own, with a client that reads nothing.
fn unread(patience: Duration) -> (Server, TcpStream) {
    let mut server = Server::listen(0).unwrap().with_patience(patience);
    let client = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
    arrives(&mut server, |it| matches!(it, Arrival::Came(_)));
    (server, client)
}

#[test]
fn who_reads_nothing_for_long_is_let_go() {
    let (mut server, client) = unread(Duration::from_millis(20));
    // More than the system keeps on its way.
    server.send(&Frame::new(0x104, vec![0; 16 << 20]));
    assert!(server.is_busy());
    let Arrival::Gone(why) = arrives(&mut server, is_gone) else {
        unreachable!();
    };
    assert!(why.contains("it read nothing for 0.02 s"), "{why}");
    assert!(!server.is_busy());
    drop(client);
    TcpStream::connect(("127.0.0.1", server.port())).unwrap();
    arrives(&mut server, |it| matches!(it, Arrival::Came(_)));
}

#[test]
fn more_than_may_be_unsent_is_not_kept() {
    let (mut server, _client) = unread(PATIENCE);
    let frame = Frame::new(0x104, vec![0; 12 << 20]);
    for _ in 0..4 {
        server.send(&frame);
    }
    let Arrival::Gone(why) = arrives(&mut server, is_gone) else {
        unreachable!();
    };
    assert!(why.contains(&MOST_UNSENT.to_string()), "{why}");
    // To nobody nothing is sent.
    server.send(&frame);
}

#[test]
fn all_that_was_sent_comes_before_that_it_is_gone() {
    let mut server = Server::listen(0).unwrap();
    let mut client = TcpStream::connect(("127.0.0.1", server.port())).unwrap();
    arrives(&mut server, |it| matches!(it, Arrival::Came(_)));
    for _ in 0..300 {
        client.write_all(&message(&ToGame::GetState)).unwrap();
    }
    client.write_all(&[1, 2, 3]).unwrap();
    drop(client);
    let (mut messages, start) = (0, Instant::now());
    let why = 'gone: loop {
        for arrival in server.poll() {
            match arrival {
                Arrival::Message(frame) => {
                    assert_eq!(frame.tag, 0x105);
                    messages += 1;
                }
                Arrival::Gone(why) => break 'gone why,
                other => panic!("{other:?}"),
            }
        }
        assert!(start.elapsed() < PATIENCE);
    };
    assert_eq!(messages, 300);
    assert!(
        why.contains("within a message that starts at byte 2400"),
        "{why}"
    );
}

#[test]
fn a_server_that_closes_sends_its_last_words() {
    let mut server = Server::listen(0).unwrap();
    let mut editor = Editor::connect(server.port());
    arrives(&mut server, |it| matches!(it, Arrival::Came(_)));
    server.send(&Frame::new(0x102, []));
    server.close(PATIENCE);
    assert_eq!(editor.next().map(|it| it.tag()), Some(0x102));
    assert_eq!(editor.next(), None);
}

#[test]
fn a_port_in_use_is_told() {
    let server = Server::listen(0).unwrap();
    let Err(error) = Server::listen(server.port()) else {
        panic!("it is in use");
    };
    assert!(error.to_string().contains("is in use"), "{error}");
    let kind = TcpStream::connect(("127.0.0.1", 0)).unwrap_err().kind();
    assert_ne!(kind, ErrorKind::AddrInUse);
}

fn any_frame() -> impl Strategy<Value = Frame> {
    let tag = prop_oneof![8 => 0..0x1C_u16, 2 => 0x100..0x108_u16, 1 => any::<u16>()];
    let control = (0..6_u32, 0..4_u32).prop_map(|(command, argument)| {
        let control = RunControl::from_words(command, argument);
        ToGame::RunControl(control).to_frame().unwrap()
    });
    let sizes = prop_oneof![Just(0..9_usize), Just(0x4C..0x4D), Just(0..400)];
    let payload = sizes.prop_flat_map(|sizes| prop::collection::vec(any::<u8>(), sizes));
    prop_oneof![
        3 => (tag, payload).prop_map(|(tag, payload)| Frame::new(tag, payload)),
        1 => control,
    ]
}

/// What is done with a session.
#[derive(Debug, Clone)]
enum Deed {
    Connect,
    Disconnect,
    Begin,
    Receive(Frame),
    Ticks(u32),
}

fn any_deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        1 => Just(Deed::Connect),
        1 => Just(Deed::Disconnect),
        1 => Just(Deed::Begin),
        9 => any_frame().prop_map(Deed::Receive),
        4 => (1..120_u32).prop_map(Deed::Ticks),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 100,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_deeds_leave_a_session_whole(deeds in prop::collection::vec(any_deed(), 0..40)) {
        let mut rig = Rig::new(&mission());
        let mut begun = false;
        for deed in deeds {
            match deed {
                Deed::Connect if !rig.session.is_linked() => {
                    rig.session.connect(&mut rig.simulation);
                }
                Deed::Disconnect if rig.session.is_linked() => {
                    rig.session.disconnect(&mut rig.simulation);
                    prop_assert!(rig.simulation.editor().is_none());
                }
                Deed::Begin if !begun => {
                    rig.session.begin(&mut rig.simulation);
                    begun = true;
                }
                Deed::Receive(frame) if rig.session.is_linked() => {
                    rig.session.receive(frame).unwrap();
                    rig.session.work(&mut rig.simulation);
                }
                Deed::Ticks(ticks) if begun => rig.ticks(ticks),
                _ => {}
            }
            // Each of them can be read.
            rig.sent();
            rig.session.take_log();
        }
    }
}
