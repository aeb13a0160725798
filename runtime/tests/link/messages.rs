//! Messages to bytes and back, and what of them is refused.

use formats::catalogue;
use proptest::collection::vec;
use proptest::prelude::*;
use runtime::link::{
    ConsoleLine, Frame, Hello, LiveTable, MessageError, MissionStarted, RunControl, ScriptFlags,
    ToEditor, ToGame, message_name,
};

use super::states::any_state;

fn text(tag: u16, text: &str) -> Frame {
    Frame::new(tag, text)
}

/// The bytes of each message, by the original's accounts of its payload.
#[test]
fn link_04_payloads_lie_as_the_original_has_them() {
    let mut counts = Box::new([0; 50]);
    counts[0] = 0x0102;
    counts[49] = 0x0304;
    let mut count_bytes = vec![0; 100];
    count_bytes[..2].copy_from_slice(&[2, 1]);
    count_bytes[98..].copy_from_slice(&[4, 3]);
    let bytes: Vec<u8> = (1..=0x4C).collect();
    let table = |table| ToGame::CopyTable(table, bytes.clone());
    let cases = [
        (0x00, ToGame::PlaceShips(bytes.clone()), bytes.clone()),
        (
            0x01,
            ToGame::MoveShip {
                object_id: 0x0A0B_0C0D,
                unknown: 7,
                place: [1.0, -2.0, 0.5],
            },
            [
                [0x0D, 0x0C, 0x0B, 0x0A],
                [7, 0, 0, 0],
                1.0_f32.to_le_bytes(),
                (-2.0_f32).to_le_bytes(),
                0.5_f32.to_le_bytes(),
            ]
            .concat(),
        ),
        (0x02, ToGame::SetTableCounts(counts), count_bytes),
        (0x03, table(LiveTable::Script), bytes.clone()),
        (0x04, table(LiveTable::Parts), bytes.clone()),
        (0x05, table(LiveTable::Triggers), bytes.clone()),
        (0x06, ToGame::CopyShips(bytes.clone()), bytes.clone()),
        (0x07, table(LiveTable::FlightGroups), bytes.clone()),
        (0x08, table(LiveTable::Objects), bytes.clone()),
        (
            0x09,
            ToGame::CopyScriptFlags(ScriptFlags(bytes.clone())),
            bytes.clone(),
        ),
        (0x0A, table(LiveTable::Squads), bytes.clone()),
        (0x0B, table(LiveTable::SquadMembers), bytes.clone()),
        (0x0C, table(LiveTable::Formations), bytes.clone()),
        (0x0D, table(LiveTable::FormationPoints), bytes.clone()),
        (0x0E, table(LiveTable::Curves), bytes.clone()),
        (0x0F, ToGame::BindTables, vec![]),
        (
            0x10,
            ToGame::RenumberTimerParts {
                first: 3,
                added: -2,
            },
            vec![3, 0, 0, 0, 0xFE, 0xFF],
        ),
        (0x11, ToGame::RetireShip(bytes.clone()), bytes.clone()),
        (0x12, ToGame::RemakeShip(bytes.clone()), bytes.clone()),
        (0x13, ToGame::Nothing, vec![]),
        (0x14, ToGame::ViewShip(0x201), vec![1, 2, 0, 0]),
        (
            0x15,
            ToGame::RunControl(RunControl::RunPart(5)),
            vec![4, 0, 0, 0, 5, 0, 0, 0],
        ),
        (0x16, ToGame::PickShip(0x201), vec![1, 2]),
        (0x17, ToGame::KeepBytes([9; 32]), vec![9; 32]),
        (0x103, ToGame::GetMission, vec![]),
        (0x105, ToGame::GetState, vec![]),
        (
            0x107,
            ToGame::ConsoleLine(ConsoleLine {
                line: "reload a=b".to_owned(),
            }),
            b"line=reload a=b\n".to_vec(),
        ),
    ];
    for (tag, message, payload) in cases {
        let frame = Frame::new(tag, payload);
        assert_eq!(message.to_frame().unwrap(), frame, "0x{tag:X}");
        assert_eq!(message.tag(), tag);
        assert_eq!(ToGame::from_frame(frame), Ok(message), "0x{tag:X}");
    }
}

#[test]
fn link_04_what_the_game_sends_lies_as_told() {
    let hello = Hello {
        protocol: 2,
        openreliant: "0.5".to_owned(),
        game: "StarLancer".to_owned(),
        vm: "starlancer".to_owned(),
        others: vec![("mods".to_owned(), "a=1".to_owned())],
    };
    let lines = "protocol=2\nopenreliant=0.5\ngame=StarLancer\nvm=starlancer\nmods=a=1\n";
    let started = MissionStarted {
        number: 7,
        file: "mission7.dte".to_owned(),
    };
    let cases = [
        (0x1A, ToEditor::ScriptStopped(0x0403_0201), vec![1, 2, 3, 4]),
        (0x1B, ToEditor::FirstFinished(true), vec![1, 0, 0, 0]),
        (0x1B, ToEditor::FirstFinished(false), vec![0; 4]),
        (0x100, ToEditor::Hello(hello), lines.as_bytes().to_vec()),
        (
            0x101,
            ToEditor::MissionStarted(started),
            b"number=7\nfile=mission7.dte\n".to_vec(),
        ),
        (0x102, ToEditor::MissionEnded, vec![]),
        (0x104, ToEditor::MissionFile(vec![1, 2, 3]), vec![1, 2, 3]),
    ];
    for (tag, message, payload) in cases {
        let frame = Frame::new(tag, payload);
        assert_eq!(message.to_frame().unwrap(), frame, "0x{tag:X}");
        assert_eq!(message.tag(), tag);
        assert_eq!(ToEditor::from_frame(frame), Ok(message), "0x{tag:X}");
    }
}

#[test]
fn run_control_goes_by_its_words() {
    for (words, control) in [
        ((0, 0), RunControl::Pause(false)),
        ((0, 1), RunControl::Pause(true)),
        ((0, 0x80), RunControl::Pause(true)),
        // The pause is the low byte alone.
        ((0, 0x100), RunControl::Pause(false)),
        ((1, 9), RunControl::RunOn),
        ((2, 9), RunControl::Into),
        ((3, 9), RunControl::Over),
        ((4, 9), RunControl::RunPart(9)),
        (
            (5, 9),
            RunControl::Unknown {
                command: 5,
                argument: 9,
            },
        ),
    ] {
        assert_eq!(RunControl::from_words(words.0, words.1), control);
    }
}

#[test]
fn a_payload_that_is_too_short_is_an_error_with_both_sizes() {
    let sizes = [
        (0x01, 20),
        (0x02, 100),
        (0x10, 6),
        (0x11, 0x4C),
        (0x12, 0x4C),
        (0x14, 4),
        (0x15, 8),
        (0x16, 2),
        (0x17, 32),
    ];
    for (tag, wanted) in sizes {
        for size in 0..wanted {
            let error = ToGame::from_frame(Frame::new(tag, vec![0; size])).unwrap_err();
            let told = MessageError::Size {
                message: message_name(tag),
                size,
                wanted,
            };
            assert_eq!(error, told);
            assert!(error.to_string().contains(&*message_name(tag)), "{error}");
        }
        // A record may be padded.
        for size in [wanted, wanted + 1, wanted + 64] {
            let read = ToGame::from_frame(Frame::new(tag, vec![0; size])).unwrap();
            assert_eq!(read.tag(), tag);
        }
    }
    for tag in [0x1A, 0x1B] {
        for size in 0..4 {
            let error = ToEditor::from_frame(Frame::new(tag, vec![0; size])).unwrap_err();
            let wanted = 4;
            let message = message_name(tag);
            let told = MessageError::Size {
                message,
                size,
                wanted,
            };
            assert_eq!(error, told);
        }
    }
}

#[test]
fn link_05_keys_that_nobody_knows_are_passed_over() {
    let read = ToEditor::from_frame(text(
        0x101,
        "number=3\r\nplayers=8\n\nno field\nfile=mission3.dte\r\n",
    ));
    let started = MissionStarted {
        number: 3,
        file: "mission3.dte".to_owned(),
    };
    assert_eq!(read, Ok(ToEditor::MissionStarted(started)));
    let read = ToGame::from_frame(text(0x107, "mode=silent\nline=reload"));
    let line = ConsoleLine {
        line: "reload".to_owned(),
    };
    assert_eq!(read, Ok(ToGame::ConsoleLine(line)));
    let ToEditor::Hello(hello) =
        ToEditor::from_frame(text(0x100, "new=x\nprotocol=9\nvm=other\n")).unwrap()
    else {
        panic!("a hello");
    };
    assert_eq!((hello.protocol, &*hello.vm, &*hello.game), (9, "other", ""));
    assert_eq!(hello.others, [("new".to_owned(), "x".to_owned())]);
}

#[test]
fn texts_without_what_they_are_for_are_errors() {
    for (tag, lines, key) in [
        (0x100, "game=StarLancer\n", "protocol"),
        (0x101, "file=mission1.dte\n", "number"),
        (0x101, "number=1\n", "file"),
    ] {
        let error = ToEditor::from_frame(text(tag, lines)).unwrap_err();
        let message = message_name(tag);
        assert_eq!(error, MessageError::Missing { message, key });
    }
    let error = ToEditor::from_frame(text(0x101, "file=a\nnumber=one\n")).unwrap_err();
    assert!(
        matches!(&error, MessageError::Value { line: 2, value, .. } if value == "one"),
        "{error}"
    );
    assert!(ToGame::from_frame(text(0x107, "lines=1\n")).is_err());
    let error = ToEditor::from_frame(text(0x106, "clock=1\nclock=x\n")).unwrap_err();
    assert!(
        matches!(&error, MessageError::State(state) if state.line == 2),
        "{error}"
    );
}

#[test]
fn a_text_of_more_than_one_line_is_not_written() {
    for bad in ["a\nb", "a\r", "\n"] {
        let line = bad.to_owned();
        let error = ToGame::ConsoleLine(ConsoleLine { line }).to_frame();
        assert!(
            matches!(error, Err(MessageError::NotOneLine { .. })),
            "{bad:?}"
        );
        let started = MissionStarted {
            number: 1,
            file: bad.to_owned(),
        };
        assert!(ToEditor::MissionStarted(started).to_frame().is_err());
        let others = vec![("key".to_owned(), bad.to_owned())];
        let hello = Hello {
            others,
            ..Hello::default()
        };
        assert!(ToEditor::Hello(hello).to_frame().is_err());
    }
    for key in ["", "a=b", "a\nb"] {
        let hello = Hello {
            others: vec![(key.to_owned(), String::new())],
            ..Hello::default()
        };
        assert!(ToEditor::Hello(hello).to_frame().is_err(), "{key:?}");
    }
}

#[test]
fn a_payload_past_its_limit_is_not_written() {
    let flags = ToGame::CopyScriptFlags(ScriptFlags(vec![0; 0xD4A09]));
    assert!(matches!(
        flags.to_frame(),
        Err(MessageError::TooLarge {
            size: 0xD4A09,
            limit: 0xD4A08,
            ..
        })
    ));
}

#[test]
fn messages_are_named_as_in_the_table() {
    for message in catalogue::link_messages() {
        let Some(name) = &message.name else { continue };
        assert_eq!(message_name(message.tag), name.as_str());
        let to_game = ToGame::from_frame(Frame::new(message.tag, vec![0; 200]));
        let is_other = matches!(to_game, Ok(ToGame::Other { .. }));
        let is_editors = message.direction.as_deref() == Some("editor_to_game");
        assert_eq!(is_other, !is_editors, "{name}");
    }
    assert_eq!(message_name(0x18), "0x18");
}

fn any_text() -> impl Strategy<Value = String> {
    "[^\r\n]{0,30}"
}

fn any_to_game() -> impl Strategy<Value = ToGame> {
    let bytes = || vec(any::<u8>(), 0..200);
    let record = || vec(any::<u8>(), 0x4C..0x60);
    let tables = prop::sample::select(vec![
        LiveTable::Script,
        LiveTable::Parts,
        LiveTable::Triggers,
        LiveTable::FlightGroups,
        LiveTable::Objects,
        LiveTable::Squads,
        LiveTable::SquadMembers,
        LiveTable::Formations,
        LiveTable::FormationPoints,
        LiveTable::Curves,
    ]);
    let control = (0..7_u32, 0..256_u32).prop_map(|(command, argument)| {
        let argument = if command == 0 { argument & 1 } else { argument };
        RunControl::from_words(command, argument)
    });
    let place = prop::array::uniform3(-1e9..1e9_f32);
    prop_oneof![
        bytes().prop_map(ToGame::PlaceShips),
        (any::<u32>(), any::<u32>(), place).prop_map(|(object_id, unknown, place)| {
            ToGame::MoveShip {
                object_id,
                unknown,
                place,
            }
        }),
        vec(any::<u16>(), 50)
            .prop_map(|counts| ToGame::SetTableCounts(Box::new(counts.try_into().unwrap()))),
        (tables, bytes()).prop_map(|(table, bytes)| ToGame::CopyTable(table, bytes)),
        bytes().prop_map(ToGame::CopyShips),
        bytes().prop_map(|bytes| ToGame::CopyScriptFlags(ScriptFlags(bytes))),
        Just(ToGame::BindTables),
        (any::<u32>(), any::<i16>())
            .prop_map(|(first, added)| ToGame::RenumberTimerParts { first, added }),
        record().prop_map(ToGame::RetireShip),
        record().prop_map(ToGame::RemakeShip),
        Just(ToGame::Nothing),
        any::<u32>().prop_map(ToGame::ViewShip),
        control.prop_map(ToGame::RunControl),
        any::<u16>().prop_map(ToGame::PickShip),
        any::<[u8; 32]>().prop_map(ToGame::KeepBytes),
        Just(ToGame::GetMission),
        Just(ToGame::GetState),
        any_text().prop_map(|line| ToGame::ConsoleLine(ConsoleLine { line })),
        (0x108..u16::MAX, bytes()).prop_map(|(tag, payload)| ToGame::Other { tag, payload }),
    ]
}

fn any_to_editor() -> impl Strategy<Value = ToEditor> {
    let others = vec(("x[^=\r\n]{0,9}", any_text()), 0..4);
    prop_oneof![
        any::<u32>().prop_map(ToEditor::ScriptStopped),
        any::<bool>().prop_map(ToEditor::FirstFinished),
        (any::<u32>(), any_text(), any_text(), any_text(), others).prop_map(
            |(protocol, openreliant, game, vm, others)| {
                ToEditor::Hello(Hello {
                    protocol,
                    openreliant,
                    game,
                    vm,
                    others,
                })
            }
        ),
        (any::<u32>(), any_text())
            .prop_map(|(number, file)| ToEditor::MissionStarted(MissionStarted { number, file })),
        Just(ToEditor::MissionEnded),
        vec(any::<u8>(), 0..500).prop_map(ToEditor::MissionFile),
        any_state().prop_map(|state| ToEditor::State(Box::new(state))),
        (0x108..u16::MAX, vec(any::<u8>(), 0..50))
            .prop_map(|(tag, payload)| ToEditor::Other { tag, payload }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_editors_messages_come_back(message in any_to_game()) {
        let frame = message.to_frame().unwrap();
        prop_assert_eq!(frame.tag, message.tag());
        prop_assert_eq!(ToGame::from_frame(frame), Ok(message));
    }

    #[test]
    fn the_games_messages_come_back(message in any_to_editor()) {
        let frame = message.to_frame().unwrap();
        prop_assert_eq!(frame.tag, message.tag());
        prop_assert_eq!(ToEditor::from_frame(frame), Ok(message));
    }

    #[test]
    fn any_payload_is_a_message_or_an_error(
        tag in prop_oneof![0..0x20_u16, 0x100..0x110_u16],
        payload in vec(any::<u8>(), 0..300),
    ) {
        let frame = Frame::new(tag, payload);
        // A float need not equal itself, so that the bytes are held against each other.
        if let Ok(message) = ToGame::from_frame(frame.clone()) {
            let written = message.to_frame().unwrap();
            let again = ToGame::from_frame(written.clone()).unwrap();
            prop_assert_eq!(again.to_frame().unwrap(), written);
        }
        if let Ok(message) = ToEditor::from_frame(frame) {
            let written = message.to_frame();
            if let Ok(written) = written {
                prop_assert_eq!(ToEditor::from_frame(written), Ok(message));
            }
        }
    }
}
