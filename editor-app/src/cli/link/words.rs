//! What a message says, in short.

use std::fmt::Write as _;

use formats::{Image, SectionId};
use runtime::link::tap::Sender;
use runtime::link::{
    ConsoleLine, Frame, Hello, MissionStarted, RunControl, ScriptFlags, State, ToEditor, ToGame,
    tag,
};
use runtime::{Hold, Release};

use crate::words::counted;

/// Letters of a text that a line shows at most.
const MOST_SHOWN: usize = 160;
/// Bytes of a payload without a meaning that a line shows at most.
const MOST_BYTES: usize = 16;
/// Places of a script that a line shows at most.
const MOST_PLACES: usize = 8;
/// Bytes of a ship's record.
const SHIP_BYTES: usize = 0x4C;
/// The first tag whose payload is text.
const FIRST_TEXT: u16 = tag::HELLO;

/// What a message says, in short; empty where its name says all.
pub(super) fn said(sender: Sender, frame: &Frame) -> String {
    let said = match sender {
        Sender::Game => match ToEditor::from_frame(frame.clone()) {
            Ok(message) => of_game(&message),
            Err(error) => unreadable(&error),
        },
        Sender::Editor => match ToGame::from_frame(frame.clone()) {
            Ok(message) => of_editor(&message),
            Err(error) => unreadable(&error),
        },
    };
    shown(&said)
}

fn unreadable(error: &dyn std::error::Error) -> String {
    format!("cannot be read: {error}")
}

fn of_game(message: &ToEditor) -> String {
    match message {
        ToEditor::ScriptStopped(offset) => format!("before 0x{offset:X}"),
        ToEditor::FirstFinished(true) => "it has".to_owned(),
        ToEditor::FirstFinished(false) => "it has not".to_owned(),
        ToEditor::Hello(hello) => of_hello(hello),
        ToEditor::MissionStarted(MissionStarted { number, file }) => {
            format!("number={number}, file={file}")
        }
        ToEditor::MissionEnded => String::new(),
        ToEditor::MissionFile(bytes) => match Image::read(bytes.clone()) {
            Ok(read) => of_image(&read.value),
            Err(error) => unreadable(&error),
        },
        ToEditor::State(state) => of_state(state),
        ToEditor::Other { tag, payload } => of_unknown(*tag, payload),
    }
}

fn of_hello(hello: &Hello) -> String {
    let mut said = format!(
        "protocol={}, openreliant={}, game={}, vm={}",
        hello.protocol, hello.openreliant, hello.game, hello.vm
    );
    for (key, value) in &hello.others {
        // Writing to a string cannot fail.
        let _ = write!(said, ", {key}={value}");
    }
    said
}

fn of_image(image: &Image) -> String {
    let count = |id, noun| counted(image.count(id), noun);
    [
        count(SectionId::Ships, "ship"),
        count(SectionId::FlightGroups, "flight group"),
        count(SectionId::Triggers, "trigger"),
        count(SectionId::Parts, "routine"),
        format!(
            "{} of script",
            counted(image.counted(SectionId::Script).len(), "byte")
        ),
    ]
    .join(", ")
}

fn of_state(state: &State) -> String {
    let mut said = vec![format!("clock {}", state.clock)];
    match state.hold {
        Hold::None => {}
        Hold::Held => said.push("held".to_owned()),
        Hold::Released => said.push("released".to_owned()),
    }
    match state.step {
        None => {}
        Some(Release::RunOn) => said.push("runs on".to_owned()),
        Some(Release::Into) => said.push("steps into".to_owned()),
        Some(Release::Over) => said.push("steps over".to_owned()),
    }
    if state.paused {
        said.push("paused".to_owned());
    }
    for (count, noun) in [
        (state.threads.len(), "thread"),
        (state.globals.len(), "global"),
        (state.variables.len(), "variable"),
        (state.ships.len(), "ship"),
        (state.events.len(), "event"),
    ] {
        said.push(counted(count, noun));
    }
    if state.events_dropped > 0 {
        said.push(format!("{} dropped", state.events_dropped));
    }
    said.join(", ")
}

fn of_editor(message: &ToGame) -> String {
    match message {
        ToGame::PlaceShips(bytes)
        | ToGame::CopyShips(bytes)
        | ToGame::RetireShip(bytes)
        | ToGame::RemakeShip(bytes) => of_records(bytes, SHIP_BYTES),
        ToGame::CopyTable(table, bytes) => of_records(bytes, table.section().spec().stride),
        ToGame::MoveShip {
            object_id,
            place: [x, y, z],
            ..
        } => format!("object {object_id} to {x}, {y}, {z}"),
        ToGame::SetTableCounts(counts) => {
            let counts = (0..).zip(counts.iter()).filter(|(_, count)| **count > 0);
            let counts: Vec<String> = counts
                .map(|(entry, count): (u8, _)| format!("0x{entry:02X}: {count}"))
                .collect();
            counts.join(", ")
        }
        ToGame::CopyScriptFlags(ScriptFlags(flags)) => of_flags(flags),
        ToGame::RenumberTimerParts { first, added } if *added < 0 => {
            format!("from part {first}, {} fewer", added.unsigned_abs())
        }
        ToGame::RenumberTimerParts { first, added } => format!("from part {first}, {added} more"),
        ToGame::ViewShip(ship) => format!("ship {ship}"),
        ToGame::PickShip(ship) => format!("ship {ship}"),
        ToGame::RunControl(control) => of_control(*control),
        ToGame::KeepBytes(bytes) => hex(bytes),
        ToGame::ConsoleLine(ConsoleLine { line }) => format!("line={line}"),
        ToGame::BindTables | ToGame::Nothing | ToGame::GetMission | ToGame::GetState => {
            String::new()
        }
        ToGame::Other { tag, payload } => of_unknown(*tag, payload),
    }
}

fn of_records(bytes: &[u8], stride: usize) -> String {
    let whole = bytes.len().checked_div(stride).unwrap_or_default();
    let rest = bytes.len().checked_rem(stride).unwrap_or_default();
    let records = format!("{} of {stride} bytes", counted(whole, "record"));
    match rest {
        0 => records,
        rest => format!("{records}, and {} more", counted(rest, "byte")),
    }
}

fn of_flags(flags: &[u8]) -> String {
    let set: Vec<String> = flag_places(flags)
        .take(MOST_PLACES.saturating_add(1))
        .map(|at| format!("0x{at:X}"))
        .collect();
    let count = flag_places(flags).count();
    let mut said = format!("{count} set of {}", flags.len());
    for (at, place) in set.iter().enumerate() {
        said += if at == 0 { ": " } else { ", " };
        said += if at < MOST_PLACES { place } else { "…" };
    }
    said
}

/// The places whose flag stops a thread.
pub(super) fn flag_places(flags: &[u8]) -> impl Iterator<Item = usize> {
    let flags = flags.iter().enumerate();
    flags.filter_map(|(at, flag)| (flag & 1 != 0).then_some(at))
}

fn of_control(control: RunControl) -> String {
    match control {
        RunControl::Pause(true) => "pause".to_owned(),
        RunControl::Pause(false) => "end the pause".to_owned(),
        RunControl::RunOn => "run on".to_owned(),
        RunControl::Into => "step into".to_owned(),
        RunControl::Over => "step over".to_owned(),
        RunControl::RunPart(part) => format!("run part {part}"),
        RunControl::Unknown { command, argument } => {
            format!("command {command} with {argument}, which does nothing")
        }
    }
}

fn of_unknown(tag: u16, payload: &[u8]) -> String {
    match std::str::from_utf8(payload) {
        Ok(text) if tag >= FIRST_TEXT => text.trim_end().to_owned(),
        _ => hex(payload),
    }
}

fn hex(bytes: &[u8]) -> String {
    let mut said: Vec<String> = bytes
        .iter()
        .take(MOST_BYTES)
        .map(|byte| format!("{byte:02X}"))
        .collect();
    if bytes.len() > MOST_BYTES {
        said.push("…".to_owned());
    }
    said.join(" ")
}

/// A message's text, line by line, without what a terminal would act on; nothing for a payload that
/// is no text.
pub(super) fn text_lines(frame: &Frame) -> Vec<String> {
    if frame.tag < FIRST_TEXT || frame.tag == tag::MISSION_FILE {
        return Vec::new();
    }
    let text = String::from_utf8_lossy(&frame.payload);
    text.lines().map(plain).collect()
}

/// A text on one line, cut where it is long, without what a terminal would act on.
fn shown(text: &str) -> String {
    let mut letters = text.chars();
    let start: String = letters.by_ref().take(MOST_SHOWN).collect();
    let end = if letters.next().is_some() { "…" } else { "" };
    plain(&start) + end
}

fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter.is_control() {
            true => plain.extend(letter.escape_default()),
            false => plain.push(letter),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn editor(message: &ToGame) -> String {
        said(Sender::Editor, &message.to_frame().unwrap())
    }

    fn game(tag: u16, payload: &[u8]) -> String {
        said(Sender::Game, &Frame::new(tag, payload))
    }

    #[test]
    fn what_a_game_says() {
        assert_eq!(game(0x1A, &[0x24, 1, 0, 0]), "before 0x124");
        assert_eq!(game(0x1B, &[1, 0, 0, 0]), "it has");
        let hello = b"protocol=2\nopenreliant=0.5\ngame=StarLancer\nvm=starlancer\nsortie=1\n";
        assert_eq!(
            game(0x100, hello),
            "protocol=2, openreliant=0.5, game=StarLancer, vm=starlancer, sortie=1"
        );
        let started = b"number=3\nfile=mission3.dte\n";
        assert_eq!(game(0x101, started), "number=3, file=mission3.dte");
        assert_eq!(game(0x102, &[]), "");
        let state = b"clock=12\nhold=held\nstep=none\npaused=1\nglobal.0=1\nship.4.order=fight\n";
        assert_eq!(
            game(0x106, state),
            "clock 12, held, paused, 0 threads, 1 global, 0 variables, 1 ship, 0 events"
        );
        assert_eq!(
            game(0x104, b"no image").split(':').next(),
            Some("cannot be read")
        );
        let bad = game(0x106, b"clock=now\n");
        assert!(bad.starts_with("cannot be read: "), "{bad}");
        assert!(bad.contains("clock=now"), "{bad}");
    }

    #[test]
    fn what_an_editor_says() {
        let mut flags = vec![0; 400];
        for at in [0x10, 0x24] {
            flags[at] = 1;
        }
        flags[0x30] = 2;
        let flags = ToGame::CopyScriptFlags(ScriptFlags(flags));
        assert_eq!(editor(&flags), "2 set of 400: 0x10, 0x24");
        let all = ToGame::CopyScriptFlags(ScriptFlags(vec![1; 12]));
        let places = "0x0, 0x1, 0x2, 0x3, 0x4, 0x5, 0x6, 0x7, …";
        assert_eq!(editor(&all), format!("12 set of 12: {places}"));
        let moved = ToGame::MoveShip {
            object_id: 5,
            unknown: 0,
            place: [1.0, -2.5, 0.0],
        };
        assert_eq!(editor(&moved), "object 5 to 1, -2.5, 0");
        let triggers = Frame::new(0x05, vec![0; 0x30 * 2 + 3]);
        assert_eq!(
            said(Sender::Editor, &triggers),
            "2 records of 48 bytes, and 3 bytes more"
        );
        let mut counts = Box::new([0; 50]);
        counts[0] = 12;
        counts[0x16] = 3;
        assert_eq!(editor(&ToGame::SetTableCounts(counts)), "0x00: 12, 0x16: 3");
        for (control, said) in [
            (RunControl::Pause(true), "pause"),
            (RunControl::RunOn, "run on"),
            (RunControl::Over, "step over"),
            (RunControl::RunPart(4), "run part 4"),
        ] {
            assert_eq!(editor(&ToGame::RunControl(control)), said);
        }
        let fewer = ToGame::RenumberTimerParts {
            first: 3,
            added: -2,
        };
        assert_eq!(editor(&fewer), "from part 3, 2 fewer");
        assert_eq!(editor(&ToGame::GetState), "");
        let short = said(Sender::Editor, &Frame::new(0x15, [1, 0]));
        assert!(short.starts_with("cannot be read: "), "{short}");
    }

    #[test]
    fn what_nobody_knows_is_shown_as_it_is_and_harms_no_terminal() {
        assert_eq!(game(0x18, &[1, 0xAB]), "01 AB");
        let long = [7; 17];
        assert!(game(0x18, &long).ends_with(" 07 …"));
        assert_eq!(game(0x200, b"a=1\nb=\x1b[2J\n"), "a=1\\nb=\\u{1b}[2J");
        let frame = Frame::new(0x107, *b"line=\x07x\nmore=1\n");
        assert_eq!(text_lines(&frame), ["line=\\u{7}x", "more=1"]);
        let long = "x".repeat(500);
        let cut = game(0x200, long.as_bytes());
        assert_eq!(cut.chars().count(), 161);
    }
}
