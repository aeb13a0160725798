//! What a session does before, as and after a mission plays, without a socket.

use std::sync::Arc;

use formats::Image;
use formats::records::Ship;
use runtime::link::{
    ConsoleLine, FLAGS_PATIENCE, Frame, Hello, MOST_AT_LEAVING, MOST_AT_ONCE, MOST_WAITING,
    MissionStarted, RunControl, ScriptFlags, Session, State, ToEditor, ToGame,
};
use runtime::{Hold, Input, Options, Simulation, TraceLevel};

use super::common::*;

/// A session with its mission.
pub(crate) struct Rig {
    pub(crate) session: Session,
    pub(crate) simulation: Simulation,
}

/// As the engine runs a mission whose log nobody wants.
fn quiet() -> Options {
    Options {
        trace: TraceLevel::Off,
        ..Options::default()
    }
}

impl Rig {
    /// Before the mission, without an editor.
    pub(crate) fn new(mission: &Mission) -> Self {
        let image = Arc::new(mission.image());
        let mut simulation = Simulation::linked(image, quiet());
        simulation.unlink_editor();
        let session = Session::new(MissionStarted {
            number: 12,
            file: "mission12.dte".to_owned(),
        });
        Self {
            session,
            simulation,
        }
    }

    /// With an editor, the start parts run.
    pub(crate) fn playing(mission: &Mission) -> Self {
        let mut rig = Self::new(mission);
        rig.session.connect(&mut rig.simulation);
        rig.session.begin(&mut rig.simulation);
        rig.ticks(1);
        rig.sent();
        rig
    }

    pub(crate) fn ticks(&mut self, ticks: u32) {
        for _ in 0..ticks {
            self.session.tick(&mut self.simulation);
        }
    }

    /// Hands a message in and has it acted on.
    pub(crate) fn give(&mut self, message: &ToGame) {
        self.session.receive(message.to_frame().unwrap()).unwrap();
        self.session.work(&mut self.simulation);
    }

    /// What was sent since the last time.
    pub(crate) fn sent(&mut self) -> Vec<ToEditor> {
        let frames = self.session.take_outgoing().into_iter();
        frames.map(|it| ToEditor::from_frame(it).unwrap()).collect()
    }

    /// The state that is answered.
    pub(crate) fn state(&mut self) -> State {
        self.give(&ToGame::GetState);
        let answered = self.sent().into_iter().find_map(|message| match message {
            ToEditor::State(state) => Some(*state),
            _ => None,
        });
        answered.expect("a state")
    }

    pub(crate) fn hold(&self) -> Hold {
        self.simulation.editor().unwrap().hold()
    }
}

/// What kinds of messages, in short.
pub(crate) fn tags(messages: &[ToEditor]) -> Vec<u16> {
    messages.iter().map(ToEditor::tag).collect()
}

pub(crate) fn flags(offsets: &[u32]) -> ToGame {
    let mut flags = vec![0; 0x400];
    for &offset in offsets {
        flags[offset as usize] = 1;
    }
    ToGame::CopyScriptFlags(ScriptFlags(flags))
}

/// A mission whose start part counts three times in global 0, with the places of the stores.
pub(crate) fn counting() -> (Mission, [u32; 3]) {
    let mut mission = Mission::new(2);
    mission.start(all([count(0), count(0), count(0)]));
    // A block's length is a halfword; each count selects a global by two bytes, pushes a byte by two
    // and adds by one.
    (mission, [6, 11, 16])
}

#[test]
fn link_30_hello_comes_first() {
    let mut rig = Rig::new(&Mission::new(0));
    assert!(!rig.session.is_linked());
    rig.session.connect(&mut rig.simulation);
    assert!(rig.session.is_linked());
    let sent = rig.sent();
    let [ToEditor::Hello(hello)] = &sent[..] else {
        panic!("{sent:?}");
    };
    let Hello {
        protocol,
        openreliant,
        game,
        vm,
        others,
    } = hello;
    assert_eq!((*protocol, &**game, &**vm), (2, "StarLancer", "starlancer"));
    assert!(!openreliant.is_empty());
    // What is ours besides, which others pass over: whose engine it is, and that it makes live edits.
    let keys: Vec<&str> = others.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys, ["sortie", "live_edits"]);
    assert_eq!(others[1].1, "1");
}

#[test]
fn link_12_started_then_the_file_as_the_script_starts() {
    let (mission, _) = counting();
    let mut rig = Rig::new(&mission);
    rig.session.connect(&mut rig.simulation);
    rig.sent();
    rig.session.begin(&mut rig.simulation);
    let started = MissionStarted {
        number: 12,
        file: "mission12.dte".to_owned(),
    };
    let file = mission.image().bytes().to_vec();
    let want = [
        ToEditor::MissionStarted(started),
        ToEditor::MissionFile(file),
    ];
    assert_eq!(rig.sent(), want);
    assert_eq!(global(&rig.simulation, 0), 0, "no part has run");
}

#[test]
fn link_13_the_start_waits_for_the_flags() {
    assert_eq!(FLAGS_PATIENCE.as_millis(), 1000);
    let (mission, [_, second, _]) = counting();
    let mut rig = Rig::new(&mission);
    rig.session.connect(&mut rig.simulation);
    assert!(!rig.session.waits_for_flags());
    rig.session.begin(&mut rig.simulation);
    assert!(rig.session.waits_for_flags());
    // Anything else does not end the wait.
    rig.give(&ToGame::Nothing);
    rig.give(&ToGame::GetState);
    assert!(rig.session.waits_for_flags());
    rig.give(&flags(&[second]));
    assert!(!rig.session.waits_for_flags());
    rig.sent();
    rig.ticks(1);
    assert_eq!(rig.sent(), [ToEditor::ScriptStopped(second)]);
    assert_eq!(global(&rig.simulation, 0), 1);
}

#[test]
fn link_14_without_an_editor_the_start_waits_for_nothing() {
    let (mission, _) = counting();
    let mut rig = Rig::new(&mission);
    rig.session.begin(&mut rig.simulation);
    assert!(!rig.session.waits_for_flags());
    rig.ticks(1);
    assert_eq!(global(&rig.simulation, 0), 3);
    assert_eq!(rig.sent(), []);
    // One that waited and went is waited for no longer.
    let mut rig = Rig::new(&mission);
    rig.session.connect(&mut rig.simulation);
    rig.session.begin(&mut rig.simulation);
    rig.session.disconnect(&mut rig.simulation);
    assert!(!rig.session.waits_for_flags());
}

#[test]
fn link_10_before_the_mission_the_originals_messages_wait() {
    let (mission, [first, ..]) = counting();
    let mut rig = Rig::new(&mission);
    rig.session.connect(&mut rig.simulation);
    rig.sent();
    let line = ToGame::ConsoleLine(ConsoleLine::default());
    rig.give(&line);
    assert_eq!(rig.session.take_log().len(), 1, "read as it came");
    rig.give(&flags(&[first]));
    // What comes after it waits too, though it is of our own kind.
    rig.give(&ToGame::GetState);
    rig.give(&ToGame::Other {
        tag: 0x1FF,
        payload: vec![],
    });
    assert_eq!(rig.session.take_log(), [""; 0]);
    assert_eq!(rig.sent(), []);

    rig.session.begin(&mut rig.simulation);
    rig.session.work(&mut rig.simulation);
    assert!(!rig.session.waits_for_flags(), "they were there already");
    assert_eq!(tags(&rig.sent()), [0x101, 0x104, 0x106]);
    assert_eq!(rig.session.take_log().len(), 1);
    rig.ticks(1);
    assert_eq!(rig.sent(), [ToEditor::ScriptStopped(first)]);
}

#[test]
fn link_11_while_no_mission_plays_there_is_nothing_to_get() {
    let mut rig = Rig::new(&Mission::new(0));
    rig.session.connect(&mut rig.simulation);
    rig.sent();
    rig.give(&ToGame::GetMission);
    rig.give(&ToGame::GetState);
    assert_eq!(rig.sent(), []);
    // They were read and do not come later.
    rig.session.begin(&mut rig.simulation);
    rig.session.work(&mut rig.simulation);
    assert_eq!(tags(&rig.sent()), [0x101, 0x104]);
    // Nor is there once it has ended.
    rig.ticks(1);
    rig.simulation.input(Input::SetVariable {
        variable: 9,
        value: 1,
    });
    rig.ticks(2);
    rig.sent();
    rig.give(&ToGame::GetMission);
    rig.give(&ToGame::GetState);
    assert_eq!(rig.sent(), []);
}

#[test]
fn link_28_all_that_an_editor_sent_is_acted_on_as_it_goes() {
    let mut rig = Rig::playing(&{
        let mut mission = Mission::new(1);
        let group = mission.group();
        mission.ship_in(group, 0, [0.0; 3]);
        mission
    });
    // More than between two ticks, behind questions whose answers nobody reads any more.
    let mut sent = vec![ToGame::GetMission; 40];
    sent.extend((1..=200).map(|step| ToGame::MoveShip {
        object_id: 0,
        unknown: 0,
        place: [step as f32 * 100.0, 0.0, 0.0],
    }));
    for message in &sent {
        rig.session.receive(message.to_frame().unwrap()).unwrap();
    }
    rig.session.disconnect(&mut rig.simulation);
    let file = Image::read(rig.simulation.mission_image()).unwrap().value;
    let ship = file.records::<Ship>().next().unwrap();
    assert_eq!(ship.runtime_position, [20_000.0, 0.0, 0.0]);
    assert_eq!(rig.session.take_log(), [""; 0]);
    // An editor that left more than can be done is told of in the log.
    rig.session.connect(&mut rig.simulation);
    for _ in 0..MOST_AT_LEAVING + 3 {
        let pause = ToGame::RunControl(RunControl::Pause(false));
        rig.session.receive(pause.to_frame().unwrap()).unwrap();
    }
    rig.session.disconnect(&mut rig.simulation);
    let log = rig.session.take_log();
    assert!(
        log.iter().any(|it| it.contains("3 messages of it")),
        "{log:?}"
    );
}

#[test]
fn link_32_the_end_is_told_once_and_the_originals_messages_wait_again() {
    let mut rig = Rig::playing(&Mission::new(1));
    rig.simulation.input(Input::SetVariable {
        variable: 9,
        value: 1,
    });
    rig.ticks(1);
    assert_eq!(rig.sent(), [ToEditor::MissionEnded]);
    rig.ticks(5);
    rig.give(&ToGame::RunControl(RunControl::Pause(true)));
    rig.give(&ToGame::ConsoleLine(ConsoleLine::default()));
    assert_eq!(rig.session.take_log(), [""; 0], "it waits behind the pause");
    assert_eq!(rig.sent(), []);
    // Whoever comes now is told no mission.
    rig.session.disconnect(&mut rig.simulation);
    rig.session.connect(&mut rig.simulation);
    assert_eq!(tags(&rig.sent()), [0x100]);
}

#[test]
fn link_03_more_than_four_of_the_largest_do_not_wait() {
    assert_eq!(MOST_WAITING, 4 * 0xD4A08);
    let mut rig = Rig::new(&Mission::new(0));
    rig.session.connect(&mut rig.simulation);
    let full = Frame::new(0x03, vec![0; 0xD4A08 - 8]);
    for _ in 0..4 {
        rig.session.receive(full.clone()).unwrap();
    }
    let flood = rig.session.receive(Frame::new(0x13, [])).unwrap_err();
    assert_eq!(flood.bytes, 4 * 0xD4A08 + 8);
    // As the game takes some, there is room again.
    rig.session.begin(&mut rig.simulation);
    rig.session.work(&mut rig.simulation);
    rig.session.receive(full).unwrap();
    // One message alone may be larger.
    let mut rig = Rig::new(&Mission::new(0));
    rig.session
        .receive(Frame::new(0x1FF, vec![0; MOST_WAITING]))
        .unwrap();
    rig.session.receive(Frame::new(0x13, [])).unwrap_err();
}

#[test]
fn a_flood_of_messages_is_spread_over_ticks() {
    let mut rig = Rig::playing(&Mission::new(0));
    let mut ask = |ask: ToGame, times: usize| -> Vec<usize> {
        for _ in 0..times {
            rig.session.receive(ask.to_frame().unwrap()).unwrap();
        }
        let mut answers = Vec::new();
        loop {
            rig.session.work(&mut rig.simulation);
            match rig.sent().len() {
                0 => return answers,
                count => answers.push(count),
            }
        }
    };
    assert_eq!(ask(ToGame::GetState, MOST_AT_ONCE + 1), [MOST_AT_ONCE, 1]);
    // A file has 0xCFBE7 bytes, of which more than a mebibyte are two.
    assert_eq!(ask(ToGame::GetMission, 5), [2, 2, 1]);
}

#[test]
fn link_31_in_mid_mission_an_editor_is_told_which() {
    let (mission, _) = counting();
    let mut rig = Rig::new(&mission);
    rig.session.begin(&mut rig.simulation);
    rig.ticks(50);
    rig.session.connect(&mut rig.simulation);
    let sent = rig.sent();
    assert_eq!(tags(&sent), [0x100, 0x101, 0x104]);
    let ToEditor::MissionFile(bytes) = &sent[2] else {
        panic!("a file");
    };
    let image = formats::Image::read(bytes.clone()).unwrap().value;
    let globals: Vec<formats::records::Global> = image.records().collect();
    assert_eq!(globals[0].value, 3, "as it stands, not as it lies on disk");
    assert!(rig.simulation.editor().is_some());
}

#[test]
fn a_name_that_would_be_more_than_a_line_is_told_as_one() {
    let mut session = Session::new(MissionStarted {
        number: 1,
        file: "mis\nsion\t1.dte".to_owned(),
    });
    let image = Arc::new(Mission::new(0).image());
    let mut simulation = Simulation::linked(image, Options::default());
    session.connect(&mut simulation);
    session.begin(&mut simulation);
    let started = session.take_outgoing().swap_remove(1);
    let want = MissionStarted {
        number: 1,
        file: "mis?sion?1.dte".to_owned(),
    };
    let started = ToEditor::from_frame(started);
    assert_eq!(started, Ok(ToEditor::MissionStarted(want)));
}

#[test]
fn link_28_what_an_editor_held_is_let_go_as_it_goes() {
    let (mission, [_, second, _]) = counting();
    let mut rig = Rig::new(&mission);
    rig.session.connect(&mut rig.simulation);
    rig.session.begin(&mut rig.simulation);
    rig.give(&flags(&[second]));
    rig.ticks(10);
    assert_eq!(global(&rig.simulation, 0), 1);
    // The last that it sends before it goes is acted on.
    let last = ToGame::RunControl(RunControl::Pause(true));
    rig.session.receive(last.to_frame().unwrap()).unwrap();
    rig.session.disconnect(&mut rig.simulation);
    assert!(rig.simulation.editor().is_none());
    rig.ticks(10);
    assert_eq!(global(&rig.simulation, 0), 3);
    assert_eq!(rig.simulation.now().0, 9);
    assert_eq!(rig.sent(), []);
    // The next editor finds none of it.
    rig.session.connect(&mut rig.simulation);
    let editor = rig.simulation.editor().unwrap();
    assert_eq!((editor.hold(), editor.step()), (Hold::None, None));
    assert!(!editor.is_paused());
}

#[test]
fn link_26_27_35_what_does_nothing_is_logged_once_by_its_tag() {
    let (mission, _) = counting();
    let mut rig = Rig::playing(&mission);
    let before = rig.simulation.snapshot();
    let other = |tag| ToGame::Other {
        tag,
        payload: vec![1, 2, 3],
    };
    for (message, logged) in [
        (ToGame::Nothing, 0),
        (ToGame::PickShip(1), 1),
        (ToGame::KeepBytes([1; 32]), 1),
        (ToGame::ConsoleLine(ConsoleLine::default()), 1),
        (other(0x18), 1),
        (other(0x19), 1),
        (other(0x1A), 1),
        (other(0xFF), 1),
        (other(0x100), 1),
        (other(0x108), 1),
        (ToGame::RunControl(RunControl::from_words(5, 0)), 1),
    ] {
        rig.give(&message);
        let told = rig.session.take_log();
        assert_eq!(told.len(), logged, "{message:?}");
        let tag = format!("0x{:X}", message.tag());
        assert!(told.iter().all(|line| line.contains(&tag)), "{told:?}");
        rig.give(&message);
        assert_eq!(rig.session.take_log(), [""; 0], "{message:?}, again");
    }
    assert_eq!(rig.simulation.snapshot(), before);
    assert_eq!(rig.sent(), []);
    // A message that is cut short is told by its name, once too.
    for _ in 0..2 {
        rig.session.receive(Frame::new(0x15, [0, 0])).unwrap();
    }
    rig.session.work(&mut rig.simulation);
    let told = rig.session.take_log();
    assert_eq!(told.len(), 1);
    assert!(told[0].contains("run_control"), "{told:?}");
    // However many tags there are, the log stays short.
    for tag in 0x200..0x300 {
        rig.give(&other(tag));
    }
    assert!(rig.session.take_log().len() < 64);
}
