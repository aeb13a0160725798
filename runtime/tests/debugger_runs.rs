//! Whatever is done to a recording, the run that it keeps is the run that its inputs make.

mod common;

use std::sync::Arc;

use common::*;
use formats::script::{Opcode, disassemble};
use formats::{Image, SectionId, Tables};
use proptest::prelude::*;
use runtime::debug::{At, Breakpoint, HitCount, Position, Statements, Step, Stops};
use runtime::{Back, Input, Options, Recording, Simulation, Tick, TraceLevel};

/// What is done to a recording.
#[derive(Debug, Clone)]
enum Deed {
    Run(u32, Vec<At>, Option<Step>),
    Advance(u32),
    Seek(u32),
    SeekTo(u32, u32),
    Back(At),
    BackToStop(At),
    Input(Input),
}

fn any_at() -> impl Strategy<Value = At> {
    prop_oneof![
        Just(At::AnyStatement { thread: None }),
        (0u8..3).prop_map(|thread| At::AnyStatement {
            thread: Some(thread)
        }),
        Just(At::Event {
            condition: None,
            object: None
        }),
        (0u16..2).prop_map(|trigger| At::Trigger { trigger }),
        (0u8..3).prop_map(|global| At::Global { global }),
        Just(At::Variable { variable: 9 }),
        Just(At::Command { command: 0x05 }),
        Just(At::Fault),
    ]
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        proptest::option::of(0u8..3).prop_map(|thread| Step::Into { thread }),
        (0u8..3, 0u8..2).prop_map(|(thread, depth)| Step::Over { thread, depth }),
        (0u8..3, 0u8..2).prop_map(|(thread, depth)| Step::Out { thread, depth }),
        any_at().prop_map(|at| Step::Next { at }),
    ]
}

fn any_input() -> impl Strategy<Value = Input> {
    prop_oneof![
        (1u16..4).prop_map(|ship| Input::Destroy {
            ship,
            attacker: Some(0)
        }),
        (0u8..3, 0u32..5).prop_map(|(global, value)| Input::SetGlobal { global, value }),
        (20u8..24, 0u32..5).prop_map(|(variable, value)| Input::SetVariable { variable, value }),
        (0u16..3).prop_map(|part| Input::RunPart { part }),
    ]
}

fn any_deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        4 => (
            0u32..300,
            proptest::collection::vec(any_at(), 0..3),
            proptest::option::of(any_step())
        )
            .prop_map(|(ticks, ats, step)| Deed::Run(ticks, ats, step)),
        2 => (0u32..400).prop_map(Deed::Advance),
        1 => (0u32..900).prop_map(Deed::Seek),
        1 => (0u32..900, 1u32..20).prop_map(|(tick, step)| Deed::SeekTo(tick, step)),
        2 => any_at().prop_map(Deed::Back),
        1 => any_at().prop_map(Deed::BackToStop),
        3 => any_input().prop_map(Deed::Input),
    ]
}

/// Statements start at each block's start and behind whatever acts.
fn statements(image: &Image) -> Statements {
    let script = image.room(SectionId::Script);
    let tables = Tables::read(image);
    let parts = tables.parts.iter().map(|part| part.start);
    let triggers = tables.triggers.iter().map(|trigger| trigger.link);
    let mut starts: Vec<usize> = parts
        .chain(triggers)
        .filter(|start| *start != 0xFFFF)
        .map(|start| 2 * usize::from(start))
        .collect();
    starts.sort_unstable();
    starts.push(script.len());
    let mut offsets = Vec::new();
    for pair in starts.windows(2) {
        let mut fresh = true;
        for (at, code) in disassemble(script, pair[0], pair[1]).code {
            if fresh {
                offsets.push(u32::try_from(pair[0]).unwrap() + at);
            }
            fresh = matches!(
                code.opcode,
                Opcode::AddAssign | Opcode::Command | Opcode::CallPart | Opcode::SpawnPart
            );
        }
    }
    Statements::new(offsets)
}

/// A mission with calls, spawns, waits, a timer, triggers of a ship and of a squad, and a fault.
fn mission() -> Mission {
    let mut mission = Mission::new(3);
    let wing = mission.group();
    mission.ship_in(wing, 0, [0.0; 3]);
    for n in 1..4 {
        mission.ship_in(wing, 0x11, [9000.0 * n as f32, 0.0, 0.0]);
    }
    mission.squad(&[(Owner::Ship(2), 0xFF), (Owner::Ship(3), 0xFF)]);
    let mut code = call(0x03, [group(wing)]);
    code.extend(count(0));
    code.push(byte(Opcode::CallPart, 1));
    code.push(byte(Opcode::SpawnPart, 2));
    code.extend(call(0x01, [num(1), num(1), num(2), num(0)]));
    code.extend(call(0x05, [num(1)]));
    code.extend(count(0));
    mission.start(routine(code));
    let mut callee = count(1);
    callee.extend(call(0x05, [num(1)]));
    callee.extend(count(1));
    mission.part(routine(callee));
    let mut spawned = count(2);
    spawned.extend(call(0x05, [num(2)]));
    // A division by zero ends it.
    spawned.extend([num(1), num(0), op(Opcode::Div)]);
    mission.part(routine(spawned));
    mission.trigger(Owner::Ship(1), DESTROYED, routine(count(2)));
    mission.trigger(Owner::Squad(0), DESTROYED, routine(count(2)));
    mission
}

fn state(simulation: &Simulation) -> (String, Vec<String>, Vec<bool>) {
    (
        format!("{:?}", simulation.snapshot()),
        simulation
            .trace()
            .iter()
            .map(|it| format!("{it:?}"))
            .collect(),
        (0..40).map(|n| simulation.coverage().has(n)).collect(),
    )
}

fn do_it(run: &mut Recording, deed: &Deed) {
    let stops = |ats: &[At]| {
        let breakpoints = (1..).zip(ats).map(|(id, at)| Breakpoint {
            hits: HitCount::From(id),
            ..Breakpoint::new(id, *at)
        });
        Arc::new(Stops {
            breakpoints: breakpoints.collect(),
            faults: ats.len() > 1,
        })
    };
    match deed {
        Deed::Run(ticks, ats, step) => {
            run.run(*ticks, &stops(ats), *step);
        }
        Deed::Advance(ticks) => run.advance(*ticks),
        Deed::Seek(tick) => run.seek(Tick(*tick)),
        Deed::SeekTo(tick, step) => run.seek_to(Position {
            tick: Tick(*tick),
            step: *step,
        }),
        Deed::Back(at) => {
            let before = run.position();
            let found = run.back(&Back::To(*at));
            assert_eq!(found, run.position() < before, "{at:?}");
        }
        Deed::BackToStop(at) => {
            let before = run.position();
            if run.back(&Back::Stop(stops(&[*at]))) {
                assert!(run.position() < before, "{at:?}");
            } else {
                assert_eq!(run.position(), before);
            }
        }
        Deed::Input(input) => {
            let before = run.position();
            run.input(input.clone());
            assert_eq!(run.position(), before, "{input:?}");
        }
    }
}

fn any_hits() -> impl Strategy<Value = HitCount> {
    prop_oneof![
        (1u32..6).prop_map(HitCount::Exactly),
        (1u32..6).prop_map(HitCount::From),
        (1u32..4).prop_map(HitCount::Every),
    ]
}

/// Of all the moments at which something is, in order, those that a hit count takes.
fn taken(all: &[Position], hits: HitCount) -> Vec<Position> {
    match hits {
        HitCount::Any => all.to_vec(),
        HitCount::Exactly(n) => all.iter().skip(n as usize - 1).take(1).copied().collect(),
        HitCount::From(n) => all.iter().skip(n as usize - 1).copied().collect(),
        HitCount::Every(n) => {
            let n = n as usize;
            all.iter().skip(n - 1).step_by(n).copied().collect()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..Default::default() })]

    #[test]
    fn a_recording_is_what_its_inputs_make(deeds in proptest::collection::vec(any_deed(), 1..24)) {
        let image = Arc::new(mission().image());
        let options = Options {
            trace: TraceLevel::Everything,
            statements: statements(&image),
            ..Options::default()
        };
        let mut run = Recording::start(Arc::clone(&image), options.clone());
        for deed in &deeds {
            do_it(&mut run, deed);
            // What is looked at is the same whichever way it is come to.
            let here = run.position();
            let seen = state(run.current());
            let mut again = run.clone();
            if again.head().trace().is_empty() {
                continue;
            }
            again.seek(Tick(0));
            again.seek_to(here);
            prop_assert_eq!(again.position(), here);
            prop_assert_eq!(&state(again.current()).0, &seen.0, "{:?}", deed);
            prop_assert_eq!(&state(again.current()).2, &seen.2, "{:?}", deed);
        }
        run.advance(1);
        let head = run.head();
        let plain = Simulation::replay(image, options, head.inputs(), head.now());
        prop_assert_eq!(state(&plain), state(head));
    }

    #[test]
    fn a_hit_has_one_number_forwards_and_backwards(
        deeds in proptest::collection::vec(any_deed(), 1..12),
        at in any_at(),
        hits in any_hits(),
    ) {
        let image = Arc::new(mission().image());
        let options = Options {
            trace: TraceLevel::Everything,
            statements: statements(&image),
            ..Options::default()
        };
        let mut run = Recording::start(Arc::clone(&image), options.clone());
        for deed in &deeds {
            do_it(&mut run, deed);
        }
        run.advance(1);
        let end = run.head().now();
        // All that the same run meets from its start on.
        let mut plain = Recording::start(image, options);
        for input in run.head().inputs() {
            plain.input_at(input.clone());
        }
        let stops = |hits| {
            let breakpoint = Breakpoint { hits, ..Breakpoint::new(1, at) };
            Arc::new(Stops { breakpoints: vec![breakpoint], faults: false })
        };
        let every = stops(HitCount::Any);
        let mut all = Vec::new();
        let mut ticks = end.0 + 1;
        while plain.run(ticks, &every, None).0.is_some() {
            all.push(plain.position());
            ticks = end.0 - plain.position().tick.0;
        }
        let chosen = stops(hits);
        run.seek(end);
        let mut expected = taken(&all, hits).into_iter().rev();
        for _ in 0..6 {
            let before = expected.next();
            let found = run.back(&Back::Stop(Arc::clone(&chosen))).then(|| run.position());
            prop_assert_eq!(found, before);
            if found.is_none() {
                break;
            }
        }
        prop_assert_eq!(run.tally().hits(1, Position::end_of(end)), all.len());
    }
}
