//! Script in and out: the worked examples, the tripwires, and random routines.

mod common;

use formats::script::{
    Arm, Disassembly, FaultKind, Flaw, Instruction, Item, Label, Opcode, Operand, Shape, assemble,
    disassemble,
};
use formats::{Image, Tables, script};
use proptest::prelude::*;

/// dte-format 6.1, with its stale padding and filler.
const MISSION1_FIRST: [u8; 36] = [
    0x1C, 0x00, 0x22, 0x01, 0x21, 0x17, 0x27, 0x00, 0x28, 0x00, 0x02, 0x24, 0x00, 0x07, 0x22, 0x15,
    0x42, 0x00, 0x04, 0x22, 0x18, 0x21, 0x17, 0x32, 0x01, 0x43, 0x32, 0x01, 0x01, 0x00, 0x00, 0x00,
    0x08, 0x00, 0x22, 0x0D,
];

fn byte(opcode: Opcode, byte: u8) -> Item {
    Item::Code(Instruction::byte(opcode, byte))
}

fn plain(opcode: Opcode) -> Item {
    Item::Code(Instruction::plain(opcode))
}

fn branch(opcode: Opcode, label: u32) -> Item {
    Item::Code(Instruction::branch(opcode, Label(label)))
}

#[test]
fn the_first_routine_of_mission1() {
    let routine = disassemble(&MISSION1_FIRST, 0, 36);
    assert_eq!(routine.faults, []);
    assert_eq!(routine.block_len, 28);
    assert_eq!(routine.padding, 26..28);
    assert_eq!(routine.constants, [1]);
    assert_eq!(routine.filler, [0x08, 0x00, 0x22, 0x0D]);
    let code: Vec<_> = routine
        .code
        .iter()
        .map(|(at, code)| (*at, code.opcode.name()))
        .collect();
    assert_eq!(
        code,
        [
            (2, "call_part"),
            (4, "command"),
            (6, "push_global"),
            (8, "push_constant"),
            (10, "equal"),
            (11, "branch_if_zero_alt"),
            (14, "call_part"),
            (16, "jump"),
            (19, "call_part"),
            (21, "command"),
            (23, "push_byte"),
            (25, "return"),
        ]
    );
    assert_eq!(routine.code[5].1.operand, Operand::Target(19));

    let items = [
        byte(Opcode::CallPart, 1),
        byte(Opcode::Command, 0x17),
        byte(Opcode::PushGlobal, 0),
        Item::Constant(1),
        plain(Opcode::Equal),
        branch(Opcode::BranchIfZeroAlt, 0),
        byte(Opcode::CallPart, 21),
        branch(Opcode::Jump, 1),
        Item::Label(Label(0)),
        byte(Opcode::CallPart, 24),
        Item::Label(Label(1)),
        byte(Opcode::Command, 0x17),
        byte(Opcode::PushByte, 1),
        plain(Opcode::Return),
    ];
    let assembled = assemble(&items, &[]).unwrap();
    let mut want = MISSION1_FIRST;
    want[26..28].fill(0);
    want[32..36].fill(0);
    assert_eq!(assembled.bytes, want);
    assert_eq!(assembled.offsets[10], 21);
    assert_eq!((assembled.block_len, assembled.code_len), (28, 26));
}

/// interop 5, sample 3: an even choice of three, with text.
#[test]
fn a_random_branch() {
    let hex = "30 00 51 02 00 22 00 0C 21 00 00 1B 42 00 2A 07 61 2E 77 61 76 00 28 00 21 23 42 00 \
               11 28 01 21 05 42 00 0A 3F 29 28 02 16 42 00 02 32 01 43 00 00 00 00 00 05 00 00 00 \
               FF FF FF FF 00 00 00 00";
    let bytes: Vec<u8> = hex
        .split_whitespace()
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect();
    let routine = disassemble(&bytes, 0, bytes.len());
    assert_eq!(routine.faults, []);
    assert_eq!(routine.constants, [0, 5, 0xFFFF_FFFF]);
    assert_eq!(
        routine.code[0].1.operand,
        Operand::Arms {
            default: 2 + 0x22,
            arms: vec![
                Arm {
                    target: Some(2 + 0x0C),
                    threshold: 33,
                    unread: 0
                },
                Arm {
                    target: Some(2 + 0x1B),
                    threshold: 0x42,
                    unread: 0
                },
            ],
        }
    );
    assert_eq!(again(&routine).unwrap(), bytes);
}

/// dte-format 4.3: the shipped slack of a random branch is no gap.
#[test]
fn slack_behind_a_random_branch_is_told_apart_from_a_gap() {
    let mut bytes = vec![0x0C, 0, 0x51, 0, 0, 6, 0xAA, 0xBB, 0x32, 1, 0x43, 0];
    let routine = disassemble(&bytes, 0, 12);
    assert_eq!(routine.unreached, vec![6..8]);
    assert_eq!(routine.faults, []);
    // The same bytes behind a jump are.
    bytes[2..6].copy_from_slice(&[0x42, 0, 5, 0xAA]);
    let routine = disassemble(&bytes, 0, 12);
    assert_eq!(routine.unreached, vec![5..8]);
    assert_eq!(routine.faults[0].kind, FaultKind::Gap { len: 3 });
}

/// Writes a disassembled routine again, its constants as they were.
fn again(routine: &Disassembly) -> Option<Vec<u8>> {
    let mut items = Vec::new();
    let mut end = 2;
    let targets: Vec<u32> = routine
        .code
        .iter()
        .flat_map(|(_, code)| code.targets().copied().collect::<Vec<_>>())
        .collect();
    for (at, code) in &routine.code {
        if let Some(gap) = routine.unreached.iter().find(|gap| gap.start == end) {
            items.push(Item::Bytes(vec![0; gap.len()]));
        }
        end = at + code.size() as u32;
        if targets.contains(at) {
            items.push(Item::Label(Label(*at)));
        }
        let operand = match &code.operand {
            Operand::Target(at) => Operand::Target(Label(*at)),
            Operand::Arms { default, arms } => Operand::Arms {
                default: Label(*default),
                arms: arms
                    .iter()
                    .map(|arm| Arm {
                        target: arm.target.map(Label),
                        threshold: arm.threshold,
                        unread: arm.unread,
                    })
                    .collect(),
            },
            Operand::None => Operand::None,
            Operand::Byte(byte) => Operand::Byte(*byte),
            Operand::Component { ship, component } => Operand::Component {
                ship: *ship,
                component: *component,
            },
            Operand::EventValue {
                condition,
                value,
                object,
            } => Operand::EventValue {
                condition: *condition,
                value: *value,
                object: *object,
            },
            Operand::Wide(wide) => Operand::Wide(*wide),
            Operand::Text(text) => Operand::Text(text.clone()),
        };
        items.push(Item::Code(Instruction {
            opcode: code.opcode,
            operand,
        }));
    }
    assemble(&items, &routine.constants)
        .ok()
        .map(|assembled| assembled.bytes)
}

fn first_fault(bytes: &[u8]) -> FaultKind {
    let routine = disassemble(bytes, 0, bytes.len());
    assert!(!routine.faults.is_empty(), "{routine:?}");
    routine.faults[0].kind.clone()
}

#[test]
fn tripwires() {
    assert_eq!(first_fault(&[]), FaultKind::ShortBlock { len: 0 });
    assert_eq!(first_fault(&[2, 0]), FaultKind::ShortBlock { len: 2 });
    assert_eq!(
        first_fault(&[8, 0, 0x43, 0]),
        FaultKind::BlockPastScript { len: 8 }
    );
    assert_eq!(
        first_fault(&[4, 0, 0x08, 0]),
        FaultKind::NoHandler { byte: 0x08 }
    );
    assert_eq!(first_fault(&[4, 0, 0x53, 0x28]), FaultKind::PastBlock);
    assert_eq!(
        first_fault(&[8, 0, 0x42, 0, 9, 0, 0, 0]),
        FaultKind::Outside { target: 12 }
    );
    assert_eq!(first_fault(&[4, 0, 0x53, 0x53]), FaultKind::FallsOff);
    assert_eq!(
        first_fault(&[8, 0, 0x23, 0, 1, 0x43, 0, 0]),
        FaultKind::NoHandler { byte: 0x01 }
    );
    assert_eq!(
        first_fault(&[12, 0, 0x48, 0x24, 0, 4, 0x2A, 3, 0x43, 0, 0x43, 0]),
        FaultKind::Overlap
    );
    assert_eq!(first_fault(&[4, 0, 0x2A, 0]), FaultKind::EmptyText);
    assert_eq!(
        first_fault(&[8, 0, 0x2A, 3, 65, 66, 0x43, 0]),
        FaultKind::UnendedText
    );
    let no_constant = disassemble(
        &[8, 0, 0x28, 2, 0x43, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0],
        0,
        16,
    );
    let want = FaultKind::NoConstant { index: 2, count: 2 };
    assert!(
        no_constant.faults.iter().any(|fault| fault.kind == want),
        "{no_constant:?}"
    );
}

#[test]
fn what_cannot_be_written_is_refused() {
    let flaw = |items: &[Item]| assemble(items, &[]).unwrap_err().flaw;
    assert_eq!(
        flaw(&[
            Item::Label(Label(0)),
            plain(Opcode::Nop),
            branch(Opcode::Jump, 0)
        ]),
        Flaw::Backward
    );
    assert_eq!(flaw(&[branch(Opcode::Jump, 0)]), Flaw::Unplaced);
    assert_eq!(
        flaw(&[Item::Label(Label(0)), Item::Label(Label(0))]),
        Flaw::PlacedTwice
    );
    let text = Instruction {
        opcode: Opcode::PushString,
        operand: Operand::Text(vec![65; 255]),
    };
    assert_eq!(flaw(&[Item::Code(text)]), Flaw::TextTooLong { len: 254 });
    assert_eq!(
        flaw(&[Item::Bytes(vec![0; 65_531])]),
        Flaw::TooLong { len: 65_533 }
    );
    assert!(assemble(&[Item::Bytes(vec![0; 65_530])], &[]).is_ok());
    let wrong = Instruction {
        opcode: Opcode::PushByte,
        operand: Operand::None,
    };
    assert_eq!(
        flaw(&[Item::Code(wrong)]),
        Flaw::WrongOperand {
            opcode: "push_byte"
        }
    );
    let arms = vec![
        Arm {
            target: None,
            threshold: 0,
            unread: 0
        };
        256
    ];
    let random = Operand::Arms {
        default: Label(0),
        arms,
    };
    let random = Instruction {
        opcode: Opcode::RandomBranch,
        operand: random,
    };
    assert_eq!(
        flaw(&[Item::Code(random)]),
        Flaw::TooManyArms { count: 256 }
    );
}

#[test]
fn constants_stand_once_and_go_wide_past_255() {
    let pushes: Vec<_> = (0..300).chain(0..300).map(Item::Constant).collect();
    let assembled = assemble(&pushes, &[]).unwrap();
    assert_eq!(assembled.constants.len(), 300);
    let routine = disassemble(&assembled.bytes, 0, assembled.bytes.len());
    assert_eq!(
        routine.code[255].1,
        Instruction::byte(Opcode::PushConstant, 255)
    );
    assert_eq!(
        routine.code[256].1,
        Instruction::wide(Opcode::PushConstantWide, 256)
    );
    let kept = assemble(&[Item::Constant(7)], &[9, 7, 7]).unwrap();
    assert_eq!(kept.constants, [9, 7, 7], "a table that is given stays");
    assert_eq!(kept.bytes[2..4], [0x28, 1]);
}

#[test]
fn a_listing_names_what_it_shows() {
    let image = common::minimal();
    let listing = script::listing::script_listing(&image, &Tables::read(&image));
    expect_test::expect![[r#"
        routine at 0, 12 bytes, 0 constants: part 0 "(F)Start"
               2  2d 00           push_flight_group    0      ; "(FG)Alpha"
               4  21 03           command              3      ; CreateFlightGroup
               6  32 01           push_byte            1
               8  43              return

    "#]]
    .assert_eq(&listing);
}

fn any_items() -> impl Strategy<Value = Vec<Item>> {
    let opcode = prop::sample::select(Opcode::ALL.to_vec());
    let item = (
        opcode,
        any::<[u8; 3]>(),
        any::<u16>(),
        prop::collection::vec(any::<u8>(), 0..20),
    );
    (prop::collection::vec(item, 1..60), any::<u64>()).prop_map(|(seeds, choice)| {
        let count = seeds.len() as u32;
        let mut items = Vec::new();
        for (at, (opcode, [a, b, c], wide, text)) in (0..count).zip(seeds) {
            items.push(Item::Label(Label(at)));
            let ahead = |salt: u64| {
                let span = u64::from(count - at);
                Label(at + 1 + (choice.rotate_left(at).wrapping_add(salt) % span) as u32)
            };
            let operand = match opcode.shape() {
                Shape::None => Operand::None,
                // A constant's index has to be in the table; the table is pushed by value.
                Shape::Byte | Shape::Wide
                    if matches!(opcode, Opcode::PushConstant | Opcode::PushConstantWide) =>
                {
                    items.push(Item::Constant(u32::from(wide % 8)));
                    continue;
                }
                Shape::Byte => Operand::Byte(a),
                Shape::Component => Operand::Component {
                    ship: a,
                    component: b,
                },
                Shape::EventValue => Operand::EventValue {
                    condition: a,
                    value: b,
                    object: c,
                },
                Shape::Wide => Operand::Wide(wide),
                Shape::Displacement => Operand::Target(ahead(7)),
                Shape::Text => Operand::Text(text.into_iter().chain([0]).collect()),
                Shape::Arms => Operand::Arms {
                    default: ahead(1),
                    arms: (0..u64::from(a % 4))
                        .map(|i| Arm {
                            target: (i != 2).then(|| ahead(i * 31)),
                            threshold: b,
                            unread: c,
                        })
                        .collect(),
                },
            };
            items.push(Item::Code(Instruction { opcode, operand }));
        }
        items.push(Item::Label(Label(count)));
        items.push(byte(Opcode::PushByte, 1));
        items.push(plain(Opcode::Return));
        items
    })
}

proptest! {
    #[test]
    fn what_is_assembled_is_taken_apart_and_assembled_again(items in any_items()) {
        let assembled = assemble(&items, &[]).unwrap();
        let routine = disassemble(&assembled.bytes, 0, assembled.bytes.len());
        prop_assert!(!routine.is_broken(), "{:?}", routine.faults);
        for (item, at) in items.iter().zip(&assembled.offsets) {
            // Every instruction that control reaches is found where it was put.
            if let (Item::Code(code), Some((_, found))) =
                (item, routine.code.iter().find(|(offset, _)| offset == at))
            {
                prop_assert_eq!(code.opcode, found.opcode);
            }
        }
        if routine.unreached.is_empty() && routine.constants == assembled.constants {
            // A last instruction that nothing reaches is padding to a reader.
            let mut want = assembled.bytes;
            want[routine.padding.start as usize..routine.padding.end as usize].fill(0);
            prop_assert_eq!(again(&routine).unwrap(), want);
        }
    }

    #[test]
    fn no_bytes_end_the_disassembler(bytes in prop::collection::vec(any::<u8>(), 0..200), start in 0usize..220) {
        let routine = disassemble(&bytes, start, bytes.len());
        for (at, code) in &routine.code {
            prop_assert!(*at as usize + code.size() <= routine.block_len);
        }
    }
}

#[test]
fn the_images_of_other_crates_need_only_this() {
    // The reader takes bytes, not files: what it gives can be taken apart without the file.
    let image: Image = common::minimal();
    let map = script::RoutineMap::read(&image, &Tables::read(&image));
    assert_eq!(map.routines.len(), 1);
    assert_eq!(map.of(script::RoutineOwner::Part(0)).unwrap().block_len, 12);
    assert!(map.of(script::RoutineOwner::Trigger(0)).is_none());
}
