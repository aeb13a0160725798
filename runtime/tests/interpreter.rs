//! The interpreter's rules (script-vm 2).

mod common;

use common::*;
use formats::script::{Arm, Instruction, Item, Label, Opcode, Operand};
use runtime::{Cause, Options};

fn both(a: Item, b: Item, opcode: Opcode) -> u32 {
    evaluate([a, b, op(opcode)])
}

/// A random branch with arms (label, threshold) and a default.
fn random_branch(default: u32, arms: &[(Option<u32>, u8)]) -> Item {
    let arms = arms.iter().map(|&(target, threshold)| Arm {
        target: target.map(Label),
        threshold,
        unread: 0,
    });
    Item::Code(Instruction {
        opcode: Opcode::RandomBranch,
        operand: Operand::Arms {
            default: Label(default),
            arms: arms.collect(),
        },
    })
}

#[test]
fn v31_running_off_the_block_is_a_fault() {
    let mut mission = Mission::new(1);
    mission.start(set(0, [num(7)]));
    let simulation = mission.run();
    assert_eq!(global(&simulation, 0), 7, "what ran, ran");
    // The block's padding is no opcode either; a block that fills its length meets its end.
    let cause = faults(&simulation)[0];
    assert!(
        matches!(cause, Cause::PastBlock | Cause::NullOpcode { byte: 0 }),
        "{cause:?}"
    );
    let exact = vec![byte(Opcode::PushByte, 1), byte(Opcode::PushByte, 1)];
    assert_eq!(exact_fault(exact), Some(Cause::NullOpcode { byte: 0 }));
    let exact = vec![byte(Opcode::PushByte, 1)];
    assert_eq!(exact_fault(exact), Some(Cause::PastBlock));
}

fn exact_fault(code: Vec<Item>) -> Option<Cause> {
    let mut mission = Mission::new(0);
    mission.start(code);
    faults(&mission.run()).first().copied()
}

#[test]
fn v32_a_result_stands_in_the_cell_of_a() {
    // 10 - 3 on top of 99 leaves 99 and 7.
    let value = evaluate([num(99), num(10), num(3), op(Opcode::Sub), op(Opcode::Sub)]);
    assert_eq!(value, 99 - 7);
}

#[test]
fn v33_records_are_pushed_as_places() {
    let mut mission = Mission::new(4);
    let first = mission.ship(0, [0.0; 3]);
    mission.start(all([
        set(0, [ship(first)]),
        set(1, [ship(9)]),
        set(2, [group(2)]),
        set(3, [null()]),
    ]));
    let simulation = mission.run();
    // The template's sections, and records of 76 and 20 bytes; no look at the count.
    assert_eq!(global(&simulation, 0), 0x30FF7);
    assert_eq!(global(&simulation, 1), 0x30FF7 + 9 * 76);
    assert_eq!(global(&simulation, 2), 0x3A7F7 + 2 * 20);
    assert_eq!(global(&simulation, 3), 0xFFFF_FFFF);
}

#[test]
fn v36_comparisons_are_unsigned() {
    let rows = [
        (Opcode::Equal, 0),
        (Opcode::NotEqual, 1),
        (Opcode::Greater, 1),
        (Opcode::GreaterEqual, 1),
        (Opcode::Less, 0),
        (Opcode::LessEqual, 0),
        (Opcode::GreaterF, 1),
        (Opcode::GreaterEqualF, 1),
        (Opcode::LessF, 0),
        (Opcode::LessEqualF, 0),
    ];
    for (opcode, want) in rows {
        assert_eq!(both(int(-1), num(1), opcode), want, "-1 {opcode:?} 1");
    }
    assert_eq!(both(num(4), num(4), Opcode::GreaterEqual), 1);
    assert_eq!(both(num(4), num(4), Opcode::LessEqualF), 1);
}

#[test]
fn v37_arithmetic_wraps() {
    assert_eq!(both(int(-1), num(2), Opcode::Add), 1);
    assert_eq!(both(num(1), num(2), Opcode::Sub), u32::MAX);
    assert_eq!(both(num(0x8000_0000), num(2), Opcode::Mul), 0);
    assert_eq!(both(int(-1), num(2), Opcode::Div), 0x7FFF_FFFF);
    assert_eq!(both(num(5), num(7), Opcode::LogicalAnd), 1);
    assert_eq!(both(num(5), num(0), Opcode::LogicalAnd), 0);
    assert_eq!(both(num(0), num(9), Opcode::LogicalOr), 1);
    assert_eq!(both(num(0), num(0), Opcode::LogicalOr), 0);
    let zero = [num(1), num(0), op(Opcode::Div)];
    assert_eq!(fault_of(zero), Some(Cause::DivisionByZero));
    let zero = [byte(Opcode::SelectGlobal, 0), num(0), op(Opcode::DivAssign)];
    assert_eq!(fault_of(zero), Some(Cause::DivisionByZero));
}

#[test]
fn v39_one_store_target_for_the_whole_machine() {
    // The part selects global 1; the caller's store then goes there.
    let mut mission = Mission::new(2);
    // A branch takes the old value that select pushed.
    let part = mission.part(routine([
        byte(Opcode::SelectGlobal, 1),
        branch(Opcode::BranchIfZero, 0),
        label(0),
    ]));
    mission.start(routine([
        byte(Opcode::SelectGlobal, 0),
        byte(Opcode::CallPart, part),
        num(5),
        op(Opcode::Assign),
    ]));
    let simulation = mission.run();
    assert_eq!((global(&simulation, 0), global(&simulation, 1)), (0, 5));
    let fault = fault_of([num(1), num(2), op(Opcode::Assign)]);
    assert_eq!(fault, Some(Cause::NoTarget));
}

#[test]
fn v39_select_pushes_the_old_value() {
    let mut mission = Mission::new(2);
    mission.globals[0] = 41;
    // The old value stays below the new one; both go.
    mission.start(routine([
        byte(Opcode::SelectGlobal, 1),
        byte(Opcode::PushGlobal, 0),
        op(Opcode::Assign),
    ]));
    assert_eq!(global(&mission.run(), 1), 41);
}

#[test]
fn v40_stores() {
    let store = |opcode, start: u32, value: Item| {
        let mut mission = Mission::new(1);
        mission.globals[0] = start;
        mission.start(routine([byte(Opcode::SelectGlobal, 0), value, op(opcode)]));
        global(&mission.run(), 0)
    };
    assert_eq!(store(Opcode::Assign, 3, num(9)), 9);
    assert_eq!(store(Opcode::AddAssign, 3, int(-4)), u32::MAX);
    assert_eq!(store(Opcode::SubAssign, 3, num(4)), u32::MAX);
    assert_eq!(store(Opcode::MulAssign, 0x8000_0001, num(2)), 2);
    assert_eq!(store(Opcode::DivAssign, u32::MAX, num(16)), 0x0FFF_FFFF);
}

#[test]
fn v41_select_argument_aims_at_the_cell() {
    let mut mission = Mission::new(1);
    let mut code = vec![
        byte(Opcode::SelectArgument, 0),
        num(5),
        op(Opcode::AddAssign),
    ];
    code.extend(set(0, [byte(Opcode::PushArgument, 0)]));
    let part = mission.part_of(1, routine(code));
    mission.start(routine([num(37), byte(Opcode::CallPart, part)]));
    assert_eq!(global(&mission.run(), 0), 42);
}

#[test]
fn v43_float_family() {
    assert_eq!(both(num(5), int(-3), Opcode::SubF), 8);
    assert_eq!(both(int(-2), num(3), Opcode::MulF), -6_i32 as u32);
    assert_eq!(both(num(7), num(2), Opcode::DivF), 3);
}

#[test]
fn v44_each_result_is_rounded_to_f32_once() {
    assert_eq!(both(num(16_777_217), num(0), Opcode::AddF), 16_777_216);
}

#[test]
fn v45_infinity_gives_zero() {
    assert_eq!(both(num(7), num(0), Opcode::DivF), 0);
}

#[test]
fn v46_float_stores() {
    let mut mission = Mission::new(1);
    mission.globals[0] = 6.0_f32.to_bits();
    let store = |opcode, value| vec![byte(Opcode::SelectGlobal, 0), num(value), op(opcode)];
    mission.start(all([
        store(Opcode::SubAssignF, 2),
        store(Opcode::MulAssignF, 3),
        store(Opcode::DivAssignF, 4),
    ]));
    assert_eq!(f32::from_bits(global(&mission.run(), 0)), 3.0);
}

#[test]
fn v47_push_percent_leaves_the_value_below() {
    let items = [num(200), byte(Opcode::PushPercent, 50)];
    assert_eq!(evaluate(items.clone()), 100);
    let mut sum = items.to_vec();
    sum.push(op(Opcode::Add));
    assert_eq!(evaluate(sum), 300);
}

#[test]
fn v48_constants_belong_to_the_running_block() {
    let mut mission = Mission::new(2);
    let part = mission.part(routine(set(0, [num(111)])));
    let mut code = vec![byte(Opcode::CallPart, part)];
    code.extend(set(1, [num(222)]));
    mission.start(routine(code));
    let simulation = mission.run();
    assert_eq!((global(&simulation, 0), global(&simulation, 1)), (111, 222));
}

#[test]
fn v49_push_string_steps_over_its_text() {
    let mut mission = Mission::new(1);
    mission.start(routine(set(0, [text("hello")])));
    let simulation = mission.run();
    let place = global(&simulation, 0) as usize;
    assert_eq!(&simulation.image().bytes()[place..place + 6], b"hello\0");
}

#[test]
fn v50_there_are_five_locals() {
    assert_eq!(evaluate([byte(Opcode::PushLocal, 4)]), 0);
    let fault = fault_of([byte(Opcode::PushLocal, 5)]);
    assert_eq!(fault, Some(Cause::NoLocal { local: 5 }));
}

#[test]
fn v51_push_argument_reads_any_cell_from_the_frame_on() {
    let mut mission = Mission::new(2);
    // One argument; number 1 is the call record's count of them.
    let part = mission.part_of(
        1,
        all([
            set(0, [byte(Opcode::PushArgument, 0)]),
            set(1, [byte(Opcode::PushArgument, 1)]),
        ]),
    );
    mission.start(routine([num(77), byte(Opcode::CallPart, part)]));
    let simulation = mission.run();
    assert_eq!((global(&simulation, 0), global(&simulation, 1)), (77, 1));
    let fault = fault_of([byte(Opcode::PushArgument, 0)]);
    assert_eq!(fault, Some(Cause::NoFrame));
}

#[test]
fn v51_an_argument_past_the_stack_is_a_fault() {
    let mut mission = Mission::new(0);
    let part = mission.part_of(0, routine([byte(Opcode::PushArgument, 32)]));
    mission.start(routine([byte(Opcode::CallPart, part)]));
    assert_eq!(faults(&mission.run()), [Cause::NoArgument { argument: 32 }]);
}

#[test]
fn v52_push_result_is_the_last_commands_or_parts() {
    let mut mission = Mission::new(3);
    let part = mission.part(vec![byte(Opcode::PushByte, 9), op(Opcode::Return)]);
    let mut code = call(0x45, [null()]);
    code.extend(set(0, [op(Opcode::PushResult)]));
    code.push(byte(Opcode::CallPart, part));
    code.extend(set(1, [op(Opcode::PushResult)]));
    code.extend(call(0x00, [num(0), num(0)]));
    code.extend(set(2, [op(Opcode::PushResult)]));
    mission.start(routine(code));
    let simulation = mission.run();
    assert_eq!(simulation.snapshot().globals, [2, 9, 1]);
}

#[test]
fn v53_event_values_nobody_kept_and_none() {
    let mut mission = Mission::new(1);
    mission.ship(0, [0.0; 3]);
    mission.start(routine(set(0, [event_value(0, 5, 0)])));
    let simulation = mission.run();
    assert_eq!(faults(&simulation), []);
    assert_eq!(global(&simulation, 0), 0);
    let none = |condition, value, object| {
        assert_eq!(
            fault_of([event_value(condition, value, object)]),
            Some(Cause::NoEventValue {
                condition,
                value,
                object
            })
        );
    };
    none(2, 0, 0);
    none(0, 10, 0);
    none(1, 5, 0);
    none(0, 0, 200);
}

#[test]
fn v54_branches() {
    let choose = |value| {
        let mut code = vec![num(value), branch(Opcode::BranchIfZero, 0)];
        code.extend(set(0, [num(10)]));
        code.push(branch(Opcode::Jump, 1));
        code.push(label(0));
        code.extend(set(0, [num(20)]));
        code.push(label(1));
        let mut mission = Mission::new(1);
        mission.start(routine(code));
        global(&mission.run(), 0)
    };
    assert_eq!(choose(0), 20);
    assert_eq!(choose(3), 10);
}

/// Runs a random branch with each of many seeds and counts where it leads.
fn rolls(arms: &[(Option<u32>, u8)]) -> [u32; 3] {
    let mut counts = [0; 3];
    let mut code = vec![random_branch(2, arms)];
    for n in 0..3 {
        code.push(label(n));
        code.extend(set(0, [num(n)]));
        code.push(branch(Opcode::Jump, 3));
    }
    code.push(label(3));
    let mut mission = Mission::new(1);
    mission.start(routine(code));
    for seed in 0..200 {
        let options = Options {
            seed: seed * 7919,
            ..Options::default()
        };
        counts[global(&mission.run_with(options), 0) as usize] += 1;
    }
    counts
}

#[test]
fn v55_random_branch() {
    assert_eq!(rolls(&[]), [0, 0, 200], "no arm: the default");
    assert_eq!(
        rolls(&[(Some(0), 100)]),
        [200, 0, 0],
        "every roll is below 100"
    );
    assert_eq!(rolls(&[(Some(0), 0), (Some(1), 100)]), [0, 200, 0]);
    assert_eq!(rolls(&[(None, 100), (Some(1), 100)]), [0, 0, 200]);
    let [first, second, rest] = rolls(&[(Some(0), 50), (Some(1), 75)]);
    assert!(
        first > 70 && second > 25 && rest > 25,
        "{first} {second} {rest}"
    );
}

#[test]
fn v56_calls_nest_as_deep_as_the_stack() {
    // Each call takes four cells and leaves room for its own value: eight deep fit with none.
    let mut mission = Mission::new(1);
    let mut code = count(0);
    code.push(byte(Opcode::CallPart, 0));
    mission.part(routine(code));
    mission.start(routine([byte(Opcode::CallPart, 0)]));
    let simulation = mission.run();
    assert_eq!(faults(&simulation), [Cause::StackOverflow]);
    // The eighth call fills the stack, so that its own count has no room.
    assert_eq!(global(&simulation, 0), 7);
}

#[test]
fn v57_a_part_without_a_block_leaves_its_arguments() {
    use formats::records::Part;
    let mut mission = Mission::new(2);
    let bare = Part {
        argument_count: 1,
        ..Part::default()
    };
    let part = mission.part_with(bare, None);
    mission.start(all([
        set(
            0,
            [
                num(3),
                num(4),
                byte(Opcode::CallPart, part),
                op(Opcode::Add),
            ],
        ),
        set(
            1,
            [
                num(3),
                num(4),
                byte(Opcode::SpawnPart, 200),
                op(Opcode::Add),
            ],
        ),
    ]));
    let simulation = mission.run();
    assert_eq!(faults(&simulation), []);
    assert_eq!((global(&simulation, 0), global(&simulation, 1)), (7, 7));
}

#[test]
fn v58_a_return_takes_the_arguments_and_pushes_nothing() {
    let mut mission = Mission::new(2);
    let part = mission.part_of(2, vec![num(50), op(Opcode::Return)]);
    let mut code = set(0, [num(1), num(2), num(3), byte(Opcode::CallPart, part)]);
    code.extend(set(1, [op(Opcode::PushResult)]));
    mission.start(routine(code));
    let simulation = mission.run();
    assert_eq!((global(&simulation, 0), global(&simulation, 1)), (1, 50));
}

#[test]
fn v59_a_return_at_depth_0_is_no_result() {
    // The next thread of the slot sees the result of the one before.
    let mut mission = Mission::new(1);
    let mut first = call(0x45, [null()]);
    first.extend([num(9), op(Opcode::Return)]);
    mission.start(first);
    mission.start(routine(set(0, [op(Opcode::PushResult)])));
    assert_eq!(global(&mission.run(), 0), 2);
}

#[test]
fn v61_spawned_arguments() {
    let mut mission = Mission::new(3);
    let part = mission.part_of(
        2,
        all([
            set(0, [byte(Opcode::PushArgument, 0)]),
            set(1, [byte(Opcode::PushArgument, 1)]),
        ]),
    );
    mission.start(routine(set(
        2,
        [num(1), num(8), num(9), byte(Opcode::SpawnPart, part)],
    )));
    let simulation = mission.run();
    // Deferred: it ran in the pass that the start ends with.
    assert_eq!(simulation.snapshot().globals, [8, 9, 1]);
}

#[test]
fn v62_the_second_layer() {
    let value = evaluate([num(5), num(6), num(7), byte(Opcode::CommandB, 0)]);
    assert_eq!(value, 5, "takes two");
    let value = evaluate([num(5), byte(Opcode::CommandB, 1), op(Opcode::PushResult)]);
    assert_eq!(value, 1, "takes none and gives 1");
    assert_eq!(evaluate([num(4), byte(Opcode::CallPartB, 0)]), 4);
    assert_eq!(evaluate([num(4), byte(Opcode::SpawnPartB, 0)]), 4);
    let fault = fault_of([byte(Opcode::CommandB, 2)]);
    assert_eq!(fault, Some(Cause::NoCommand { command: 2 }));
}

/// Two groups with a ship each, one ship alone, and some items' value.
fn with_groups(items: Vec<Item>) -> (u32, Vec<Cause>) {
    let mut mission = Mission::new(1);
    for _ in 0..2 {
        let group = mission.group();
        mission.ship_in(group, 0, [0.0; 3]);
    }
    mission.ship(0, [0.0; 3]);
    mission.start(routine(set(0, items)));
    let simulation = mission.run();
    (global(&simulation, 0), faults(&simulation))
}

#[test]
fn v63_in_flight_group() {
    let within = |a, b, opcode| with_groups(vec![a, b, op(opcode)]);
    let is = Opcode::InFlightGroup;
    assert_eq!(within(ship(0), group(0), is), (1, vec![]));
    assert_eq!(within(ship(0), group(1), is), (0, vec![]));
    assert_eq!(
        within(ship(0), group(1), Opcode::NotInFlightGroup),
        (1, vec![])
    );
    assert_eq!(within(num(0), group(0), is), (0, vec![]));
    assert_eq!(within(ship(0), null(), is), (0, vec![]));
    assert_eq!(
        within(ship(2), num(0), is),
        (1, vec![]),
        "no group is place 0"
    );
    assert_eq!(within(null(), group(0), is), (0, vec![Cause::NullRecord]));
}

/// Squads over the ships 0, 1 of group 0, ship 2, and component 3 of ship 2.
fn with_squads(items: Vec<Item>) -> (u32, Vec<Cause>) {
    let mut mission = Mission::new(1);
    let group = mission.group();
    mission.ship_in(group, 0, [0.0; 3]);
    mission.ship_in(group, 0, [0.0; 3]);
    mission.ship(0, [0.0; 3]);
    mission.squad(&[(Owner::Group(0), 0xFF)]);
    mission.squad(&[(Owner::Squad(0), 0xFF), (Owner::Ship(2), 3)]);
    mission.squad(&[(Owner::Squad(3), 0xFF), (Owner::Ship(2), 0xFF)]);
    mission.squad(&[(Owner::Squad(2), 0xFF)]);
    mission.squad(&[(Owner::Ship(2), 0xFF), (Owner::Squad(4), 0xFF)]);
    mission.squad(&[]);
    mission.start(routine(set(0, items)));
    let simulation = mission.run();
    (global(&simulation, 0), faults(&simulation))
}

#[test]
fn v64_in_squad() {
    let within = |a, b| with_squads(vec![a, squad(b), op(Opcode::InSquad)]);
    assert_eq!(within(ship(0), 0), (1, vec![]), "by its group");
    assert_eq!(
        within(ship(1), 1),
        (1, vec![]),
        "by a squad that holds its group"
    );
    assert_eq!(
        within(ship(2), 1),
        (0, vec![]),
        "a component is not the whole"
    );
    assert_eq!(within(group(0), 0), (1, vec![]), "the group itself");
    assert_eq!(within(ship(2), 4), (1, vec![]), "found before the circle");
    assert_eq!(within(ship(0), 5), (0, vec![]), "an empty squad");
    let not = with_squads(vec![ship(2), squad(1), op(Opcode::NotInSquad)]);
    assert_eq!(not, (1, vec![]));
}

#[test]
fn v65_in_squad_with_null_or_in_a_circle() {
    let items = |a, b| with_squads(vec![a, b, op(Opcode::InSquad)]);
    assert_eq!(items(ship(0), null()), (0, vec![Cause::NullRecord]));
    assert_eq!(items(null(), squad(0)), (0, vec![Cause::NullRecord]));
    assert_eq!(
        items(null(), squad(5)),
        (0, vec![]),
        "no member is compared"
    );
    assert_eq!(items(ship(0), squad(2)), (0, vec![Cause::SquadsInCircle]));
}

#[test]
fn v66_eight_components_are_noted() {
    // Ship 0's trigger on component 7 is armed by any note of 7 (V68).
    let noted = |before: usize| {
        use formats::records::Trigger;
        let mut mission = Mission::new(0);
        mission.ship(0, [0.0; 3]);
        let trigger = Trigger {
            condition: 1,
            qualifier: 7,
            ..Trigger::default()
        };
        mission.trigger_with(Owner::Ship(0), trigger, Some(routine([])));
        let code = (0..before)
            .map(|_| component(0, 1))
            .chain([component(0, 7)])
            .chain(call(0x0F, [ship(0), num(1), num(0)]));
        // The start part's own disarming is undone; a spawned part's is not.
        let part = mission.part(routine(code));
        mission.start(routine([byte(Opcode::SpawnPart, part)]));
        !mission.run().snapshot().triggers[0].armed
    };
    assert!(noted(7));
    assert!(!noted(8), "the ninth is dropped");
}

#[test]
fn v70_faults() {
    let rows: [(Vec<Item>, Cause); 8] = [
        (vec![op(Opcode::Add)], Cause::StackUnderflow),
        (vec![num(1); 33], Cause::StackOverflow),
        (
            vec![Item::Bytes(vec![0x12])],
            Cause::NullOpcode { byte: 0x12 },
        ),
        (vec![command(95)], Cause::NoCommand { command: 95 }),
        (vec![command(3)], Cause::StackUnderflow),
        (vec![op(Opcode::PushResult); 33], Cause::StackOverflow),
        (
            vec![null(), group(0), op(Opcode::NotInFlightGroup)],
            Cause::NullRecord,
        ),
        (
            vec![num(0xFFFF_0000), group(0), op(Opcode::InFlightGroup)],
            Cause::PastImage,
        ),
    ];
    for (items, cause) in rows {
        assert_eq!(fault_of(items), Some(cause));
    }
}

#[test]
fn v70_a_fault_ends_its_own_thread_alone() {
    let mut mission = Mission::new(1);
    mission.start(routine([op(Opcode::Add)]));
    mission.start(routine(set(0, [num(6)])));
    let simulation = mission.run();
    assert_eq!(faults(&simulation), [Cause::StackUnderflow]);
    assert_eq!(global(&simulation, 0), 6);
    assert_eq!(simulation.snapshot().threads, []);
}

#[test]
fn v34_a_ship_argument_is_its_distance_in_records() {
    // IsShipThisPlayer asks for ship 0: a byte inside its record is still that record.
    let ask = |place: u32| {
        let mut mission = Mission::new(1);
        mission.ship(0, [0.0; 3]);
        let mut code = call(0x45, [num(place)]);
        code.extend(set(0, [op(Opcode::PushResult)]));
        mission.start(routine(code));
        global(&mission.run(), 0)
    };
    assert_eq!(ask(0x30FF7), 1);
    assert_eq!(ask(0x30FF7 + 75), 1);
    assert_eq!(ask(0x30FF7 + 76), 2);
    // The low 16 bits of the quotient.
    assert_eq!(ask(0x30FF7 + 76 * 0x1_0000), 1);
    assert_eq!(ask(0x3A7F7), 2, "a group");
}

#[test]
fn v35_the_place_just_past_the_last_record_counts() {
    // CreateFlightGroup takes a group; a ship's place just past the ships is a ship by V35, so that
    // a group there is none. The template's groups lie far behind, so one past the groups is none.
    let mut mission = Mission::new(0);
    let group = mission.group();
    mission.ship_in(group, 0, [0.0; 3]);
    mission.start(all([
        call(0x2F, [ship(1), num(1)]),
        call(0x2F, [ship(2), num(1)]),
    ]));
    let flags = mission.run().snapshot().objects[1].flags;
    // Slot 1 became the camera's marker afterwards, so nothing is left to see there but no fault.
    assert!(!flags.any(runtime::Flags::GUNS_DISABLED));
    assert_eq!(faults(&mission.run()), []);
}

#[test]
fn v67_the_first_note_of_a_cell_counts() {
    // Two components pushed into the same cell, the first taken off by a branch: its note stays.
    let mut mission = Mission::new(0);
    let group = mission.group();
    mission.ship_in(group, 0x0C, [0.0; 3]);
    let mut code = call(0x03, [common::group(group)]);
    code.extend([component(0, 3), branch(Opcode::BranchIfZero, 0), label(0)]);
    code.extend(call(0x42, [component(0, 9), num(1)]));
    mission.start(routine(code));
    let snapshot = mission.run().snapshot();
    assert_eq!(snapshot.ship(0).unwrap().lost_components, [3]);
}

#[test]
fn v70_a_part_that_takes_off_its_own_record_calls_for_ever() {
    let mut mission = Mission::new(0);
    let pop = |n: u32| [branch(Opcode::BranchIfZero, n), label(n)];
    let code = (0..4).flat_map(pop).chain([byte(Opcode::CallPart, 0)]);
    mission.part(code.collect());
    mission.start(routine([byte(Opcode::CallPart, 0)]));
    assert_eq!(faults(&mission.run()), [Cause::TooLong]);
}

#[test]
fn v46_the_bits_of_no_number_are_those_of_the_games_machine() {
    let store = |bits: u32, operation, top: u32| {
        let mut mission = Mission::new(1);
        mission.globals[0] = bits;
        mission.start(routine([
            byte(Opcode::SelectGlobal, 0),
            num(top),
            op(operation),
        ]));
        global(&mission.run(), 0)
    };
    // 0.0 / 0, and a NaN that stays itself, made quiet.
    assert_eq!(store(0, Opcode::DivAssignF, 0), 0xFFC0_0000);
    assert_eq!(store(0x7FC0_1234, Opcode::AddAssignF, 1), 0x7FC0_1234);
    assert_eq!(store(0xFF80_0001, Opcode::MulAssignF, 2), 0xFFC0_0001);
    assert_eq!(store(0x3F80_0000, Opcode::DivAssignF, 0), 0x7F80_0000);
}
