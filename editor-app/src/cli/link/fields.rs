//! What passed as JSON, for programs to read.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use formats::{Image, SectionId};
use runtime::link::tap::{Passage, Passed, Sender};
use runtime::link::{
    ConsoleLine, Frame, MissionStarted, RunControl, ScriptFlags, ToEditor, ToGame, message_name,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::words::flag_places;
use super::{header, sender_word};

/// What passed.
#[derive(Default, Serialize)]
pub(super) struct Row {
    /// When, since the start.
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// Bytes of the payload.
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    /// The payload, in base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    payload: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<Value>,
    /// Why it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Messages that are not told of.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<u64>,
}

/// What passed; `None` for what is no message.
pub(super) fn row(passed: &Passed) -> Option<Row> {
    let mut row = Row {
        seconds: passed.after.as_secs_f64(),
        ..Row::default()
    };
    match &passed.what {
        Passage::Message(sender, frame) => {
            row.from = Some(sender_word(*sender));
            row.tag = Some(frame.tag);
            row.name = Some(message_name(frame.tag).into_owned());
            row.size = Some(frame.payload.len() as u64);
            row.payload = Some(BASE64.encode(&frame.payload));
            match fields(*sender, frame) {
                Ok(fields) => row.fields = fields,
                Err(error) => row.error = Some(error),
            }
        }
        Passage::Unreadable(sender, error) => {
            row.from = Some(sender_word(*sender));
            if let Some((tag, size)) = header(error) {
                row.tag = Some(tag);
                row.name = Some(message_name(tag).into_owned());
                row.size = Some(size);
            }
            row.error = Some(error.to_string());
        }
        Passage::LeftOut(count) => row.left_out = Some(*count),
        Passage::Came | Passage::Ended(_) => return None,
    }
    Some(row)
}

/// A message's fields, if it has any that are known.
fn fields(sender: Sender, frame: &Frame) -> Result<Option<Value>, String> {
    match sender {
        Sender::Game => {
            let message = ToEditor::from_frame(frame.clone()).map_err(|it| it.to_string())?;
            of_game(message, frame)
        }
        Sender::Editor => {
            let message = ToGame::from_frame(frame.clone()).map_err(|it| it.to_string())?;
            Ok(of_editor(message))
        }
    }
}

fn of_game(message: ToEditor, frame: &Frame) -> Result<Option<Value>, String> {
    Ok(Some(match message {
        ToEditor::ScriptStopped(offset) => json!({ "offset": offset }),
        ToEditor::FirstFinished(finished) => json!({ "finished": finished }),
        ToEditor::Hello(hello) => {
            let mut fields = Map::new();
            fields.insert("protocol".to_owned(), hello.protocol.into());
            for (key, value) in [
                ("openreliant", hello.openreliant),
                ("game", hello.game),
                ("vm", hello.vm),
            ] {
                fields.insert(key.to_owned(), value.into());
            }
            let others = hello.others.into_iter();
            fields.extend(others.map(|(key, value)| (key, value.into())));
            fields.into()
        }
        ToEditor::MissionStarted(MissionStarted { number, file }) => {
            json!({ "number": number, "file": file })
        }
        ToEditor::MissionFile(bytes) => {
            let image = Image::read(bytes).map_err(|error| error.to_string())?;
            let image = image.value;
            json!({
                "ships": image.count(SectionId::Ships),
                "flight_groups": image.count(SectionId::FlightGroups),
                "triggers": image.count(SectionId::Triggers),
                "parts": image.count(SectionId::Parts),
                "script_bytes": image.counted(SectionId::Script).len(),
            })
        }
        ToEditor::State(_) => lines(&frame.payload),
        ToEditor::MissionEnded | ToEditor::Other { .. } => return Ok(None),
    }))
}

/// The lines of a text as they stand, those of keys that nobody knows too; numbers as such.
fn lines(payload: &[u8]) -> Value {
    let text = String::from_utf8_lossy(payload);
    let fields = text.lines().filter_map(|line| line.split_once('='));
    let value = |value: &str| match value.parse::<u32>() {
        Ok(number) => Value::from(number),
        Err(_) => Value::from(value),
    };
    let fields: Map<String, Value> = fields
        .map(|(key, text)| (key.to_owned(), value(text)))
        .collect();
    fields.into()
}

fn of_editor(message: ToGame) -> Option<Value> {
    Some(match message {
        ToGame::MoveShip {
            object_id, place, ..
        } => json!({ "object_id": object_id, "place": place }),
        ToGame::SetTableCounts(counts) => json!({ "counts": counts.to_vec() }),
        ToGame::CopyScriptFlags(ScriptFlags(flags)) => {
            let set: Vec<usize> = flag_places(&flags).collect();
            json!({ "flags": flags.len(), "set": set })
        }
        ToGame::RenumberTimerParts { first, added } => json!({ "first": first, "added": added }),
        ToGame::ViewShip(ship) => json!({ "ship": ship }),
        ToGame::PickShip(ship) => json!({ "ship": ship }),
        ToGame::RunControl(control) => {
            let (_, argument) = control.words();
            match control {
                RunControl::Pause(on) => json!({ "command": "pause", "on": on }),
                RunControl::RunOn => json!({ "command": "run_on" }),
                RunControl::Into => json!({ "command": "step_into" }),
                RunControl::Over => json!({ "command": "step_over" }),
                RunControl::RunPart(part) => json!({ "command": "run_part", "part": part }),
                RunControl::Unknown { command, .. } => {
                    json!({ "command": command, "argument": argument })
                }
            }
        }
        ToGame::ConsoleLine(ConsoleLine { line }) => json!({ "line": line }),
        ToGame::PlaceShips(_)
        | ToGame::CopyTable(..)
        | ToGame::CopyShips(_)
        | ToGame::BindTables
        | ToGame::RetireShip(_)
        | ToGame::RemakeShip(_)
        | ToGame::Nothing
        | ToGame::KeepBytes(_)
        | ToGame::GetMission
        | ToGame::GetState
        | ToGame::Other { .. } => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use runtime::link::tag;

    use super::*;

    fn told(what: Passage) -> Value {
        let after = Duration::from_millis(1500);
        serde_json::to_value(row(&Passed { after, what })).unwrap()
    }

    #[test]
    fn a_message_has_its_payload_and_its_fields() {
        let state = Frame::new(tag::STATE, *b"clock=3\nhold=held\nnew.key=x\n");
        assert_eq!(
            told(Passage::Message(Sender::Game, state)),
            json!({
                "seconds": 1.5, "from": "game", "tag": 0x106, "name": "state", "size": 28,
                "payload": "Y2xvY2s9Mwpob2xkPWhlbGQKbmV3LmtleT14Cg==",
                "fields": {"clock": 3, "hold": "held", "new.key": "x"},
            })
        );
        let step = Frame::new(tag::RUN_CONTROL, [2, 0, 0, 0, 0, 0, 0, 0]);
        let told = told(Passage::Message(Sender::Editor, step));
        assert_eq!(told["fields"], json!({ "command": "step_into" }));
        assert_eq!(told["from"], "editor");
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let short = Frame::new(tag::SCRIPT_STOPPED, [1]);
        let said = told(Passage::Message(Sender::Game, short));
        assert_eq!(said["payload"], "AQ==");
        assert!(said["error"].as_str().unwrap().contains("script_stopped"));
        let mut reader = runtime::link::FrameReader::new();
        reader.push(&[6, 1, 9, 0, 4, 0, 0, 0]);
        let error = reader.take().unwrap_err();
        let said = told(Passage::Unreadable(Sender::Game, error));
        assert_eq!((&said["tag"], &said["size"]), (&json!(0x106), &json!(4)));
        assert_eq!(told(Passage::LeftOut(7))["left_out"], 7);
    }
}
