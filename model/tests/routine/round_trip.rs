//! Random statements print and read back the same; random routines become bytes, text, and the same
//! bytes again.

use formats::script::{
    Arm, Assembled, Instruction, Item, Label, Opcode, Operand, Shape, assemble, disassemble,
};
use model::routine::ast::{
    AsmArm, AsmKind, AsmLine, AsmOperand, AsmValue, BinaryOp, Block, Branch, Call, Expr, ExprKind,
    Invocation, Last, Name, Number, Object, RandomArm, Reference, Selector, Statement,
    StatementKind, Store, StoreOp, Target, Width, Word,
};
use model::routine::token::is_keyword;
use model::routine::{parse, print};
use model::{Body, CodeStyle, Collection};
use proptest::prelude::*;
use proptest::sample::select;

use crate::fixture::{Fixture, fixture, shown};
use crate::random::program;

// Statements, whatever they mean.

fn word() -> impl Strategy<Value = Word> {
    "[a-zA-Z_][a-z0-9_]{0,6}(-[a-z0-9]{1,3})?"
        .prop_filter("a word of the language", |text| !is_keyword(text))
        .prop_map(|text| Word { span: 0..0, text })
}

fn name() -> impl Strategy<Value = Name> {
    let collection = select(vec![
        Collection::Ships,
        Collection::FlightGroups,
        Collection::Squads,
        Collection::Curves,
        Collection::Globals,
        Collection::Routines,
    ]);
    let prefixed =
        (collection, "[A-Za-z_][A-Za-z0-9_-]{0,6}|if|not").prop_map(|(prefix, id)| Name {
            span: 0..0,
            prefix: Some(prefix),
            id: Word {
                span: 0..0,
                text: id,
            },
        });
    let bare = word().prop_map(|id| Name {
        span: 0..0,
        prefix: None,
        id,
    });
    prop_oneof![3 => bare, 1 => prefixed]
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        "[ -~]{0,12}".prop_map(String::into_bytes),
        prop::collection::vec(any::<u8>(), 0..12),
    ]
}

fn reference() -> impl Strategy<Value = Reference> {
    prop_oneof![
        3 => name().prop_map(Reference::Name),
        1 => bytes().prop_map(|bytes| Reference::Quoted(0..0, bytes)),
    ]
}

fn selector() -> impl Strategy<Value = Selector> {
    prop_oneof![
        word().prop_map(Selector::Name),
        any::<u32>().prop_map(|number| Selector::Number(0..0, number)),
    ]
}

fn number() -> impl Strategy<Value = Number> {
    let value = prop_oneof![0u32..300, any::<u32>(), 0xFFFF_FF00..=u32::MAX];
    let width = select(vec![None, Some(Width::Byte), Some(Width::Constant)]);
    (value, width).prop_map(|(value, width)| Number { value, width })
}

fn expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        number().prop_map(ExprKind::Number),
        any::<bool>().prop_map(ExprKind::Bool),
        select(vec![ExprKind::Null, ExprKind::Result]),
        bytes().prop_map(ExprKind::Text),
        name().prop_map(ExprKind::Name),
        (reference(), any::<u32>()).prop_map(|(of, at)| ExprKind::Component(of, at)),
        word().prop_map(ExprKind::Event),
        selector().prop_map(ExprKind::Argument),
        selector().prop_map(ExprKind::Variable),
        any::<u32>().prop_map(ExprKind::Local),
        (selector(), selector(), reference(), any::<Option<u32>>()).prop_map(
            |(condition, value, record, id)| {
                let object = match id {
                    Some(id) => Object::Id(0..0, id),
                    None => Object::Record(record),
                };
                ExprKind::Last(Box::new(Last {
                    condition,
                    value,
                    object,
                }))
            }
        ),
    ];
    let leaf = leaf.prop_map(|kind| Expr { span: 0..0, kind });
    leaf.prop_recursive(5, 24, 3, |inner| {
        let kind = prop_oneof![
            4 => (select(BinaryOp::ALL.to_vec()), inner.clone(), inner.clone()).prop_map(
                |(operator, left, right)| {
                    ExprKind::Binary(operator, Box::new(left), Box::new(right))
                }
            ),
            1 => (inner.clone(), any::<u32>())
                .prop_map(|(of, hundredths)| ExprKind::Percent(Box::new(of), hundredths)),
            1 => invocation(inner).prop_map(ExprKind::Command),
        ];
        kind.prop_map(|kind| Expr { span: 0..0, kind })
    })
}

fn invocation(argument: impl Strategy<Value = Expr>) -> impl Strategy<Value = Invocation> {
    (word(), prop::collection::vec(argument, 0..4))
        .prop_map(|(command, arguments)| Invocation { command, arguments })
}

fn asm_line() -> impl Strategy<Value = AsmLine> {
    let kind = prop_oneof![
        1 => word().prop_map(AsmKind::Label),
        1 => prop::collection::vec(any::<u8>(), 0..6).prop_map(AsmKind::Bytes),
        4 => (select(Opcode::ALL.to_vec()), any::<[u8; 3]>(), any::<u32>(), name(), word(), bytes())
            .prop_map(|(opcode, [a, b, c], wide, name, label, text)| {
                let value = || match a % 3 {
                    0 => AsmValue::Number(0..0, wide),
                    1 => AsmValue::Name(name.clone()),
                    _ => AsmValue::Quoted(0..0, text.clone()),
                };
                let operand = match opcode.shape() {
                    Shape::None => AsmOperand::None,
                    _ if opcode == Opcode::PushConstantWide => AsmOperand::Index(0..0, wide),
                    _ if opcode == Opcode::PushConstant && b < 99 => AsmOperand::Index(0..0, wide),
                    Shape::Byte | Shape::Wide => AsmOperand::Value(value()),
                    Shape::Component => AsmOperand::Component(value(), b),
                    Shape::EventValue => AsmOperand::EventValue(value(), b, value()),
                    Shape::Displacement => AsmOperand::Target(label),
                    Shape::Text => AsmOperand::Text(text),
                    Shape::Arms => AsmOperand::Arms(
                        label.clone(),
                        (0..a % 4)
                            .map(|at| AsmArm {
                                target: (at != 1).then(|| label.clone()),
                                threshold: b,
                                unread: if at == 2 { c } else { 0 },
                            })
                            .collect(),
                    ),
                };
                AsmKind::Code(opcode, operand)
            }),
    ];
    kind.prop_map(|kind| AsmLine { span: 0..0, kind })
}

fn statement() -> impl Strategy<Value = Statement> {
    let target = prop_oneof![
        name().prop_map(Target::Global),
        selector().prop_map(Target::Variable),
        selector().prop_map(Target::Argument),
    ];
    let leaf = prop_oneof![
        invocation(expr()).prop_map(StatementKind::Command),
        (
            any::<bool>(),
            reference(),
            prop::collection::vec(expr(), 0..3)
        )
            .prop_map(|(spawn, routine, arguments)| {
                StatementKind::Call(Call {
                    spawn,
                    routine,
                    arguments,
                })
            }),
        select(vec![
            StatementKind::Yield,
            StatementKind::Pass,
            StatementKind::Return(None)
        ]),
        (target, select(StoreOp::ALL.to_vec()), expr()).prop_map(|(target, operator, value)| {
            StatementKind::Store(Store {
                target,
                operator,
                value,
            })
        }),
        expr().prop_map(|value| StatementKind::Return(Some(value))),
        prop::collection::vec(asm_line(), 1..5).prop_map(StatementKind::Asm),
    ];
    let leaf = leaf.prop_map(|kind| Statement { span: 0..0, kind });
    leaf.prop_recursive(3, 16, 3, |inner| {
        let block = || {
            prop::collection::vec(inner.clone(), 1..3).prop_map(|statements| Block { statements })
        };
        let branch = (expr(), block()).prop_map(|(condition, block)| Branch {
            span: 0..0,
            condition,
            block,
        });
        let arm = (any::<u8>(), block()).prop_map(|(below, block)| RandomArm {
            span: 0..0,
            below,
            block,
        });
        let kind = prop_oneof![
            (
                prop::collection::vec(branch, 1..3),
                prop::option::of(block())
            )
                .prop_map(|(branches, otherwise)| StatementKind::If {
                    branches,
                    otherwise
                }),
            (prop::collection::vec(arm, 1..3), prop::option::of(block()))
                .prop_map(|(arms, otherwise)| StatementKind::Random { arms, otherwise }),
            prop::collection::vec(block(), 2..4).prop_map(StatementKind::Either),
        ];
        kind.prop_map(|kind| Statement { span: 0..0, kind })
    })
}

/// A tree as text, with every span made the same.
fn without_spans(block: &Block) -> String {
    let shown = format!("{block:?}");
    let mut out = String::new();
    let mut rest = shown.as_str();
    while let Some(at) = rest.find("..") {
        let (before, after) = rest.split_at(at);
        out.push_str(before.trim_end_matches(|c: char| c.is_ascii_digit()));
        out.push_str("..");
        rest = after[2..].trim_start_matches(|c: char| c.is_ascii_digit());
    }
    out + rest
}

proptest! {
    #[test]
    fn what_is_printed_reads_back(statements in prop::collection::vec(statement(), 0..5)) {
        let block = Block { statements };
        let text = print(&block);
        let parsed = parse(&text);
        prop_assert_eq!(&parsed.errors, &[], "{}", text);
        prop_assert_eq!(without_spans(&parsed.ast), without_spans(&block), "{}", text);
        prop_assert_eq!(print(&parsed.ast), text);
    }
}

// Routines that mean something in the fixture's mission.

/// The bytes that have to come back: all but the padding, and the constants.
fn kept(assembled: &Assembled) -> (Vec<u8>, Vec<u32>) {
    let routine = disassemble(&assembled.bytes, 0, assembled.bytes.len());
    let end = assembled
        .code_len
        .min(if routine.padding.end as usize == assembled.block_len {
            routine.padding.start as usize
        } else {
            assembled.block_len
        });
    (assembled.bytes[..end].to_vec(), routine.constants)
}

/// Checks that bytes lift to a text that gives them again, and gives that text's problem.
fn check(
    fixture: &Fixture,
    assembled: &Assembled,
) -> Result<(Body, Option<String>), TestCaseError> {
    let lifted = fixture.lift(&assembled.bytes);
    let again = fixture.assemble_body(&lifted.body);
    let (code, constants) = kept(assembled);
    let end = code.len();
    prop_assert_eq!(again.block_len, assembled.block_len, "{}", lifted.body.text);
    prop_assert_eq!(
        shown(&again.bytes[..end]),
        shown(&code),
        "{}",
        lifted.body.text
    );
    prop_assert!(
        again.constants.starts_with(&constants),
        "{}",
        lifted.body.text
    );
    Ok((lifted.body, lifted.problem))
}

proptest! {
    #[test]
    fn what_is_lowered_lifts_to_words_that_give_the_same(
        text in program(),
        rules in any::<bool>(),
    ) {
        let style = if rules { CodeStyle::Rules } else { CodeStyle::Shipped };
        let fixture = fixture();
        let assembled = fixture.assemble(&text, style);
        let (body, problem) = check(&fixture, &assembled)?;
        // What nothing reaches may push constants that nobody can tell apart from filler.
        let unreachable =
            fixture.lower(&text, style).diagnostics.iter().any(|it| it.code == "script-unreachable");
        if !unreachable {
            prop_assert_eq!(problem, None, "{}\n{}", text, body.text);
        }
        // Lifting has one answer, and it is a fixed point.
        let twice = fixture.lift(&fixture.assemble_body(&body).bytes);
        prop_assert_eq!(twice.body.text, body.text);
        prop_assert_eq!(twice.body.style, body.style);
    }

    #[test]
    fn instructions_of_any_kind_come_back(items in any_items()) {
        let assembled = assemble(&items, &[]).unwrap();
        check(&fixture(), &assembled)?;
    }

    #[test]
    fn bytes_of_any_kind_come_back(
        code in prop::collection::vec(any_code_byte(), 1..80),
        constants in prop::collection::vec(0u8..4, 0..24),
    ) {
        let len = (2 + code.len()).next_multiple_of(4);
        let mut bytes = (len as u16).to_le_bytes().to_vec();
        bytes.extend(&code);
        bytes.resize(len, 0xEE);
        bytes.extend(&constants);
        let fixture = fixture();
        let routine = disassemble(&bytes, 0, bytes.len());
        let lifted = fixture.lift(&bytes);
        let again = fixture.assemble_body(&lifted.body);
        let end = routine.padding.start as usize;
        let end = if routine.padding.end as usize == len { end } else { len };
        prop_assert_eq!(shown(&again.bytes[..end]), shown(&bytes[..end]), "{}", lifted.body.text);
        prop_assert_eq!(again.block_len, len);
        prop_assert!(again.constants.starts_with(&routine.constants));
    }
}

/// Bytes among which opcodes are common.
fn any_code_byte() -> impl Strategy<Value = u8> {
    prop_oneof![
        4 => select(Opcode::ALL.to_vec()).prop_map(Opcode::byte),
        3 => 0u8..8,
        1 => any::<u8>(),
    ]
}

fn any_items() -> impl Strategy<Value = Vec<Item>> {
    let item = (
        select(Opcode::ALL.to_vec()),
        any::<[u8; 3]>(),
        any::<u16>(),
        bytes(),
        any::<u32>(),
    );
    prop::collection::vec(item, 1..50).prop_map(|seeds| {
        let count = seeds.len() as u32;
        let mut items = Vec::new();
        for (at, (opcode, [a, b, c], wide, mut text, choice)) in (0..count).zip(seeds) {
            items.push(Item::Label(Label(at)));
            // Near places are likelier, so that blocks nest.
            let ahead = |salt: u32| {
                let span = (count - at).min(1 + choice.rotate_left(salt) % 8).max(1);
                Label(at + 1 + choice.rotate_left(salt * 7) % span)
            };
            if matches!(opcode, Opcode::PushConstant | Opcode::PushConstantWide) {
                items.push(Item::Constant(u32::from(wide % 8)));
                continue;
            }
            let operand = match opcode.shape() {
                Shape::None => Operand::None,
                Shape::Byte => Operand::Byte(if b < 200 { a % 6 } else { a }),
                Shape::Component => Operand::Component {
                    ship: a % 12,
                    component: b,
                },
                Shape::EventValue => Operand::EventValue {
                    condition: a % 36,
                    value: b % 6,
                    object: c % 24,
                },
                Shape::Wide => Operand::Wide(wide % 300),
                Shape::Displacement => Operand::Target(ahead(3)),
                Shape::Text => {
                    if a < 200 {
                        text.push(0);
                    }
                    Operand::Text(text)
                }
                Shape::Arms => Operand::Arms {
                    default: ahead(1),
                    arms: (0..u32::from(a % 4))
                        .map(|i| Arm {
                            target: (i != 2).then(|| ahead(i * 5)),
                            threshold: b,
                            unread: if c < 128 { 0 } else { c },
                        })
                        .collect(),
                },
            };
            items.push(Item::Code(Instruction { opcode, operand }));
        }
        items.push(Item::Label(Label(count)));
        items.push(Item::Code(Instruction::byte(Opcode::PushByte, 1)));
        items.push(Item::Code(Instruction::plain(Opcode::Return)));
        items
    })
}

#[test]
fn long_chains_come_back_as_chains() {
    let fixture = fixture();
    let chain: String = (0..120)
        .map(|n| {
            let word = if n == 0 { "if" } else { "else if" };
            format!("{word} score == {n}:\n    score = {}\n", n + 1)
        })
        .collect();
    let nest: String = (0..60)
        .map(|n| format!("{}if score == {n}:\n", "    ".repeat(n)))
        .chain([format!("{}score = 1\n", "    ".repeat(60))])
        .collect();
    for style in [CodeStyle::Shipped, CodeStyle::Rules] {
        let bytes = fixture.assemble(&chain, style).bytes;
        let lifted = fixture.lift(&bytes);
        assert_eq!(lifted.body.text, chain);
        assert_eq!(fixture.assemble_body(&lifted.body).bytes, bytes);
    }
    // Deeper than a text may be: it is told so.
    let lowered = fixture.lower(&nest, CodeStyle::Shipped);
    assert!(lowered.is_broken());
}
