//! Stopping within a tick, going on, going back, and what that leaves untouched.

mod common;

use std::ops::ControlFlow;
use std::sync::Arc;

use common::*;
use formats::script::{Item, Opcode, assemble, disassemble};
use formats::{Image, SectionId, Tables};
use runtime::debug::{At, Breakpoint, Condition, HitCount, Position, Statements, Step, Stops, Why};
use runtime::{Back, Input, Options, Recording, Tick, TraceEvent, TraceLevel};

/// Statements of the test missions: an instruction starts one at a block's start and behind each
/// store, command, call, spawn, branch and return.
fn statements(image: &Image) -> Statements {
    let script = image.room(SectionId::Script);
    let tables = Tables::read(image);
    let mut starts: Vec<usize> = tables
        .parts
        .iter()
        .map(|part| part.start)
        .chain(tables.triggers.iter().map(|trigger| trigger.link))
        .filter(|start| *start != 0xFFFF)
        .map(|start| 2 * usize::from(start))
        .collect();
    starts.sort_unstable();
    starts.push(script.len());
    let mut offsets = Vec::new();
    for pair in starts.windows(2) {
        let mut fresh = true;
        for placed in disassemble(script, pair[0], pair[1]).code {
            if fresh {
                offsets.push(u32::try_from(pair[0]).unwrap() + placed.0);
            }
            fresh = matches!(
                placed.1.opcode,
                Opcode::Assign
                    | Opcode::AddAssign
                    | Opcode::Command
                    | Opcode::CallPart
                    | Opcode::SpawnPart
                    | Opcode::BranchIfZero
                    | Opcode::Jump
                    | Opcode::Return
            );
        }
    }
    Statements::new(offsets)
}

fn recording(mission: &Mission) -> Recording {
    let image = mission.image();
    let options = Options {
        trace: TraceLevel::Everything,
        statements: statements(&image),
        ..Options::default()
    };
    Recording::start(Arc::new(image), options)
}

/// A mission whose start part counts in global 0 and calls part 1, which counts in global 1, then
/// waits a second and counts again; a trigger of ship 0 counts in global 2.
fn mission() -> Mission {
    let mut mission = Mission::new(3);
    let wing = mission.group();
    mission.ship_in(wing, 0, [0.0; 3]);
    mission.ship_in(wing, 0x11, [9000.0, 0.0, 0.0]);
    let mut code = call(0x03, [group(wing)]);
    code.extend(count(0));
    code.push(byte(Opcode::CallPart, 1));
    code.extend(count(0));
    code.extend(call(0x05, [num(1)]));
    code.extend(count(0));
    mission.start(routine(code));
    let mut callee = count(1);
    callee.extend(count(1));
    mission.part(routine(callee));
    mission.trigger(Owner::Ship(1), DESTROYED, routine(count(2)));
    mission
}

/// An expression, as a block that returns it.
fn expression(items: impl IntoIterator<Item = Item>) -> Condition {
    let mut code: Code = items.into_iter().collect();
    code.push(op(Opcode::Return));
    Condition::new(assemble(&code, &[]).unwrap().bytes)
}

fn stops(breakpoints: impl IntoIterator<Item = Breakpoint>) -> Arc<Stops> {
    Arc::new(Stops {
        breakpoints: breakpoints.into_iter().collect(),
        faults: false,
    })
}

fn on(at: At) -> Arc<Stops> {
    stops([Breakpoint::new(7, at)])
}

fn globals(recording: &Recording) -> Vec<u32> {
    recording.current().snapshot().globals
}

const GLOBAL_0: At = At::Global { global: 0 };

#[test]
fn a_run_stops_at_each_write_and_goes_on() {
    let mut run = recording(&mission());
    let stops = on(GLOBAL_0);
    let mut seen = Vec::new();
    while let (Some(stop), _) = run.run(500, &stops, None) {
        assert_eq!(stop.why, Why::Breakpoints(vec![7]));
        assert_eq!(stop.thread, Some(0));
        seen.push((stop.position.tick, globals(&run)));
    }
    // `Wait(1)` at clock 0 lets the thread go on once the clock is past 1 (V4, V205).
    assert_eq!(seen[0], (Tick(0), vec![1, 0, 0]));
    assert_eq!(seen[1], (Tick(0), vec![2, 2, 0]));
    assert_eq!(seen[2].1, vec![3, 2, 0]);
    assert!(seen[2].0 >= Tick(100));
    assert_eq!(seen.len(), 3);
    assert_eq!(run.tally().hits(7, run.position()), 3);
}

#[test]
fn stops_change_nothing_of_the_run() {
    let plain = mission().run();
    let mut plain = plain;
    plain.advance(300);
    let mut run = recording(&mission());
    let all = stops([
        Breakpoint::new(1, At::AnyStatement { thread: None }),
        Breakpoint::new(
            2,
            At::Event {
                condition: None,
                object: None,
            },
        ),
    ]);
    let mut count = 0;
    while run.position() < Position::end_of(Tick(300)) {
        let (stop, _) = run.run(300 - run.position().tick.0, &all, None);
        count += usize::from(stop.is_some());
        // Looking elsewhere and coming back changes nothing either.
        let here = run.position();
        if count % 3 == 0 {
            run.seek(Tick(0));
            run.seek_to(here);
            assert_eq!(run.position(), here);
        }
    }
    assert!(count > 8, "{count}");
    assert_eq!(run.head().snapshot(), plain.snapshot());
    let traces = [run.head(), &plain].map(|it| it.trace().iter().cloned().collect::<Vec<_>>());
    assert_eq!(traces[0], traces[1]);
}

/// The statement offsets of the start part, as the run meets them.
fn walk(run: &mut Recording, step: impl Fn(&Recording) -> Step, times: usize) -> Vec<(u8, u32)> {
    let none = Arc::default();
    let mut seen = Vec::new();
    for _ in 0..times {
        let next = step(run);
        let (Some(stop), _) = run.run(400, &none, Some(next)) else {
            break;
        };
        assert_eq!(stop.why, Why::Stepped);
        let thread = stop.thread.unwrap();
        let depth = run.current().snapshot().threads[0].depth;
        assert_eq!(run.stop().unwrap().thread, Some(thread));
        seen.push((depth, run.stop().unwrap().script.unwrap()));
    }
    seen
}

#[test]
fn steps_go_into_over_and_out_of_calls() {
    let image = mission().image();
    let starts = statements(&image);
    // The trigger's two come first.
    let start: Vec<u32> = starts.offsets().iter().copied().skip(2).take(7).collect();
    let callee: Vec<u32> = starts.offsets().iter().copied().skip(9).collect();
    // Group, count, call, count, wait, count, return.
    let mut run = recording(&mission());
    let into = walk(&mut run, |_| Step::Into { thread: Some(0) }, 7);
    let expected = vec![
        (0, start[0]),
        (0, start[1]),
        (0, start[2]),
        (1, callee[0]),
        (1, callee[1]),
        (1, callee[2]),
        (0, start[3]),
    ];
    assert_eq!(into, expected);

    let mut run = recording(&mission());
    let over = Step::Over {
        thread: 0,
        depth: 0,
    };
    let walked = walk(&mut run, |_| over, 7);
    let lines: Vec<u32> = walked.iter().map(|it| it.1).collect();
    assert_eq!(lines, start, "the wait is stepped over as well");
    // The end of the thread is told.
    let (stop, _) = run.run(400, &Arc::default(), Some(over));
    assert_eq!(stop.unwrap().why, Why::ThreadEnded);

    let mut run = recording(&mission());
    let (stop, _) = run.run(1, &Arc::default(), Some(Step::To { script: callee[1] }));
    assert_eq!(stop.unwrap().script, Some(callee[1]));
    let calls = run.current().snapshot().threads[0].calls.clone();
    assert_eq!(calls[0].part, 1);
    let out = Step::Out {
        thread: 0,
        depth: 1,
    };
    assert_eq!(walk(&mut run, |_| out, 1), [(0, start[3])]);
}

#[test]
fn conditions_and_hit_counts_choose_among_hits() {
    // Global 1 is 2 once the call is over.
    let condition = expression([byte(Opcode::PushGlobal, 1), num(2), op(Opcode::Equal)]);
    let mut breakpoint = Breakpoint::new(3, GLOBAL_0);
    breakpoint.condition = Some(condition);
    let mut run = recording(&mission());
    let stops_at = stops([breakpoint.clone()]);
    run.run(500, &stops_at, None);
    assert_eq!(globals(&run), [2, 2, 0]);
    assert_eq!(run.tally().hits(3, run.position()), 1);

    for (hits, expected) in [
        (HitCount::Exactly(2), vec![3]),
        (HitCount::From(2), vec![3]),
        (HitCount::Every(2), vec![3]),
        (HitCount::Exactly(1), vec![2]),
        (HitCount::Any, vec![2, 3]),
    ] {
        let mut run = recording(&mission());
        let breakpoint = Breakpoint {
            hits,
            ..breakpoint.clone()
        };
        let stops_at = stops([breakpoint]);
        let mut seen = Vec::new();
        while run.run(300, &stops_at, None).0.is_some() {
            seen.push(globals(&run)[0]);
        }
        assert_eq!(seen, expected, "{hits:?}");
    }
}

#[test]
fn a_condition_that_acts_is_refused_and_told() {
    let mut breakpoint = Breakpoint::new(3, GLOBAL_0);
    breakpoint.condition = Some(expression(call(0x4D, [])));
    let mut run = recording(&mission());
    assert!(run.run(300, &stops([breakpoint]), None).0.is_none());
    assert_eq!(run.tally().failure(3), Some(runtime::Cause::NotHere));
    assert!(!run.head().is_over());
}

#[test]
fn a_log_only_breakpoint_notes_values_and_runs_on() {
    let mut breakpoint = Breakpoint::new(4, GLOBAL_0);
    breakpoint.log = Some(vec![
        expression([byte(Opcode::PushGlobal, 0)]),
        expression([byte(Opcode::PushArgument, 0)]),
    ]);
    let mut run = recording(&mission());
    let stops = stops([breakpoint]);
    assert!(run.run(300, &stops, None).0.is_none());
    let noted = |run: &Recording| -> Vec<_> {
        run.tally()
            .logged()
            .iter()
            .map(|it| it.values.clone())
            .collect()
    };
    let expected: Vec<_> = [1, 2, 3]
        .map(|n| vec![Ok(n), Err(runtime::Cause::NoFrame)])
        .into();
    assert_eq!(noted(&run), expected);
    // What is run again is noted once.
    run.seek(Tick(0));
    run.run(300, &stops, None);
    assert_eq!(noted(&run), expected);
}

#[test]
fn every_kind_of_stop_is_met() {
    let statements = statements(&mission().image());
    let kinds = [
        (
            At::Statement {
                script: statements.offsets()[4],
            },
            0,
        ),
        (At::AnyStatement { thread: Some(0) }, 0),
        (At::Command { command: 0x05 }, 0),
        (At::Global { global: 2 }, 50),
        (At::Trigger { trigger: 0 }, 50),
        (
            At::Event {
                condition: Some(DESTROYED),
                object: Some(1),
            },
            50,
        ),
        (
            At::Event {
                condition: None,
                object: None,
            },
            50,
        ),
    ];
    for (at, tick) in kinds {
        let mut run = recording(&mission());
        run.advance(1);
        run.advance(48);
        run.input(Input::Destroy {
            ship: 1,
            attacker: None,
        });
        run.seek(Tick(0));
        run.seek_to(Position {
            tick: Tick(0),
            step: 1,
        });
        let stop = run.run(400, &on(at), None).0.cloned();
        let stop = stop.unwrap_or_else(|| panic!("{at:?}"));
        assert_eq!(stop.why, Why::Breakpoints(vec![7]));
        assert!(stop.position.tick >= Tick(tick), "{at:?} {stop:?}");
    }
    // A variable that the engine writes, and a fault.
    let mut faulty = mission();
    faulty.start(routine([num(1), num(0), op(Opcode::Div)]));
    let mut run = recording(&faulty);
    let stops = Arc::new(Stops {
        faults: true,
        ..Stops::default()
    });
    let stop = run.run(10, &stops, None).0.cloned().unwrap();
    assert_eq!(stop.why, Why::Fault(runtime::Cause::DivisionByZero));
    assert!(
        run.current()
            .snapshot()
            .threads
            .iter()
            .any(|it| Some(it.slot) == stop.thread)
    );
    run.input(Input::SetVariable {
        variable: 3,
        value: 1,
    });
    run.run(10, &Arc::default(), None);
    let stop = recording(&faulty);
    assert!(stop.stop().is_none());
    let mut run = recording(&mission());
    run.advance(10);
    run.input(Input::SetVariable {
        variable: 3,
        value: 1,
    });
    assert!(
        run.run(5, &on(At::Variable { variable: 3 }), None)
            .0
            .is_some()
    );
}

#[test]
fn backwards_to_writes_firings_statements_and_stops() {
    let mut run = recording(&mission());
    run.advance(50);
    run.input(Input::Destroy {
        ship: 1,
        attacker: None,
    });
    run.advance(900);
    let end = run.position();
    assert!(run.back(&Back::To(GLOBAL_0)));
    assert_eq!(globals(&run), [3, 2, 1]);
    assert!(run.back(&Back::To(At::Trigger { trigger: 0 })));
    assert_eq!(globals(&run), [2, 2, 0]);
    assert!(run.back(&Back::To(GLOBAL_0)));
    assert!(run.back(&Back::To(GLOBAL_0)));
    assert_eq!(globals(&run), [1, 0, 0]);
    assert_eq!(run.position().tick, Tick(0));
    let first = run.position();
    assert!(
        !run.back(&Back::To(GLOBAL_0)),
        "there is none before the first"
    );
    assert_eq!(run.position(), first);
    // Statement by statement back to the very first.
    let mut back = 0;
    while run.back(&Back::To(At::AnyStatement { thread: Some(0) })) {
        back += 1;
    }
    assert_eq!(back, 2, "the count and the command before it");
    // Reverse from the end to the last breakpoint, without the help of the log.
    run.seek(end.tick);
    let statement = statements(&mission().image()).offsets()[7];
    assert!(run.back(&Back::Stop(on(At::Statement { script: statement }))));
    assert_eq!(globals(&run), [2, 2, 1]);
    // And the run goes on from there as it went.
    run.advance(end.tick.0 - run.position().tick.0);
    assert_eq!(run.position(), end);
    assert_eq!(globals(&run), [3, 2, 1]);
}

#[test]
fn a_value_set_within_a_tick_is_there_at_once_and_in_every_replay() {
    let mut run = recording(&mission());
    run.run(10, &on(GLOBAL_0), None);
    assert_eq!(globals(&run), [1, 0, 0]);
    run.input(Input::SetGlobal {
        global: 0,
        value: 40,
    });
    assert_eq!(globals(&run), [40, 0, 0]);
    assert_eq!(run.stop().unwrap().why, Why::Breakpoints(vec![7]));
    run.run(10, &Arc::default(), None);
    assert_eq!(globals(&run), [41, 2, 0]);
    run.advance(290);
    assert_eq!(globals(&run), [42, 2, 0]);
    run.seek(Tick(3));
    assert_eq!(globals(&run), [41, 2, 0]);
    let head = run.head();
    let again = runtime::Simulation::replay(
        Arc::clone(head.image()),
        head.options().clone(),
        head.inputs(),
        head.now(),
    );
    assert_eq!(again.snapshot(), head.snapshot());
    assert_eq!(head.inputs().len(), 1);
    assert!(head.inputs()[0].step > 0);
    // Another input, handed in while the run stands, comes at the next tick's start.
    let mut run = recording(&mission());
    run.run(10, &on(GLOBAL_0), None);
    run.input(Input::Destroy {
        ship: 1,
        attacker: None,
    });
    run.advance(20);
    let at: Vec<Tick> = run
        .head()
        .trace()
        .iter()
        .filter(|it| matches!(it.event, TraceEvent::Input { .. }))
        .map(|it| it.tick)
        .collect();
    assert_eq!(at, [Tick(1)]);
}

#[test]
fn an_input_that_waits_is_not_applied_twice() {
    // The copy of tick 250 is made while the input waits.
    let mut run = recording(&mission());
    run.advance(251);
    assert_eq!(run.head().now(), Tick(250));
    run.input(Input::Destroy {
        ship: 1,
        attacker: None,
    });
    run.advance(400);
    let once = run.head().trace().len();
    run.seek(Tick(400));
    let inputs = run.current().inputs().len();
    assert_eq!(inputs, 1);
    run.advance(1000);
    assert!(run.head().trace().len() >= once);
    assert_eq!(run.head().inputs().len(), 1);
}

#[test]
fn coverage_tells_what_ran() {
    let mut run = recording(&mission());
    run.advance(50);
    let starts = statements(&mission().image());
    let ran = |run: &Recording| -> Vec<bool> {
        (0..starts.len())
            .map(|n| run.current().coverage().has(n))
            .collect()
    };
    // All of the start part to its wait, all of the callee, nothing of the trigger.
    let mut expected = vec![false; 2];
    expected.extend([true; 5]);
    expected.extend([false, false, true, true, true]);
    assert_eq!(ran(&run), expected);
    run.input(Input::Destroy {
        ship: 1,
        attacker: None,
    });
    run.advance(300);
    assert_eq!(ran(&run), vec![true; 12]);
    run.seek(Tick(10));
    assert_eq!(ran(&run), expected, "as it was then");
}

#[test]
fn a_step_that_takes_longer_is_given_back() {
    let mut run = recording(&mission());
    let over = Step::Over {
        thread: 0,
        depth: 0,
    };
    walk(&mut run, |_| over, 5);
    // The wait is about to run; ten ticks are too few for it.
    let (stop, step) = run.run(10, &Arc::default(), Some(over));
    assert!(stop.is_none());
    assert_eq!(step, Some(over));
    let (stop, _) = run.run(400, &Arc::default(), step);
    assert_eq!(stop.unwrap().why, Why::Stepped);
}

#[test]
fn an_input_within_an_earlier_tick_keeps_what_came_before_it_in_that_tick() {
    let mut run = recording(&mission());
    run.advance(50);
    // Part 1 counts twice in global 1, and is run by hand.
    run.input(Input::RunPart { part: 1 });
    let (stop, _) = run.run(50, &on(At::Global { global: 1 }), None);
    let within = stop.unwrap().position;
    assert_eq!(globals(&run), [2, 3, 0]);
    run.advance(200);
    assert_eq!(globals(&run), [3, 4, 0]);
    run.seek_to(within);
    assert_eq!(run.position(), within);
    assert!(
        run.input(Input::SetGlobal {
            global: 1,
            value: 70
        })
        .is_some()
    );
    assert_eq!(run.position(), within);
    assert_eq!(globals(&run), [2, 70, 0]);
    run.advance(1);
    assert_eq!(globals(&run), [2, 71, 0]);
    let inputs: Vec<bool> = run
        .head()
        .inputs()
        .iter()
        .map(|it| matches!(it.input, Input::RunPart { .. }))
        .collect();
    assert_eq!(inputs, [true, false]);
}

#[test]
fn a_triggers_condition_sees_the_values_of_its_event() {
    // Destroyed brings the killer and the ship (V151).
    let killer = |ship| {
        expression([
            byte(Opcode::PushLocal, 0),
            common::ship(ship),
            op(Opcode::Equal),
        ])
    };
    for (ship, stops_there) in [(0, true), (1, false)] {
        let mut run = recording(&mission());
        run.advance(50);
        run.input(Input::Destroy {
            ship: 1,
            attacker: Some(0),
        });
        let mut breakpoint = Breakpoint::new(1, At::Trigger { trigger: 0 });
        breakpoint.condition = Some(killer(ship));
        let stop = run.run(50, &stops([breakpoint]), None).0.is_some();
        assert_eq!(stop, stops_there, "{ship}");
    }
}

#[test]
fn going_back_in_a_tick_and_setting_a_value_forgets_what_was_set_and_met_farther_on() {
    let set = |value| Input::SetGlobal { global: 0, value };
    let mut run = recording(&mission());
    let stops = on(GLOBAL_0);
    run.run(10, &stops, None);
    let first = run.position();
    run.run(10, &stops, None);
    let second = run.position();
    assert_eq!((first.tick, second.tick), (Tick(0), Tick(0)));
    run.input(set(100));
    assert_eq!(globals(&run), [100, 2, 0]);
    assert_eq!(run.tally().hits(7, second), 2);
    run.seek_to(first);
    run.input(set(40));
    assert_eq!(
        run.tally().hits(7, second),
        1,
        "the second is still to come"
    );
    run.run(10, &Arc::default(), None);
    // Only what was set last is there: 40, and the count behind the call.
    assert_eq!(globals(&run), [41, 2, 0]);
    assert_eq!(run.head().inputs().len(), 1);
    // The moment before the tick is an earlier one as well.
    let mut run = recording(&mission());
    run.advance(1);
    run.run(400, &stops, None);
    run.input(set(100));
    run.seek(run.head().now());
    run.input(Input::SetGlobal {
        global: 2,
        value: 5,
    });
    run.advance(1);
    assert_eq!(globals(&run), [3, 2, 5]);
}

#[test]
fn a_failed_condition_is_forgotten_with_the_moment_in_which_it_failed() {
    let mut breakpoint = Breakpoint::new(3, GLOBAL_0);
    breakpoint.condition = Some(expression(call(0x4D, [])));
    let mut run = recording(&mission());
    run.advance(5);
    run.run(300, &stops([breakpoint]), None);
    assert_eq!(run.tally().failure(3), Some(runtime::Cause::NotHere));
    run.seek(Tick(10));
    run.input(Input::SetGlobal {
        global: 2,
        value: 1,
    });
    assert_eq!(run.tally().failure(3), None);
}

/// A mission whose timer counts in global 0 each second, three times at once, without an end.
fn ticking() -> Mission {
    let mut mission = Mission::new(1);
    let wing = mission.group();
    mission.ship_in(wing, 0, [0.0; 3]);
    let mut counts = count(0);
    counts.extend(count(0));
    counts.extend(count(0));
    let part = mission.part(routine(counts));
    let mut code = call(0x03, [group(wing)]);
    code.extend(call(0x01, [num(1), num(part as u32), num(1), num(0)]));
    mission.start(routine(code));
    mission
}

#[test]
fn hits_are_counted_from_the_runs_start_forwards_and_backwards() {
    let forwards = |stops: &Arc<Stops>| {
        let mut run = recording(&ticking());
        let mut met = Vec::new();
        while run.run(950 - run.head().now().0, stops, None).0.is_some() {
            met.push(run.position());
        }
        met
    };
    let every = forwards(&on(GLOBAL_0));
    assert!(every.len() > 20 && every.len() % 3 == 0, "{}", every.len());
    for (hits, expected) in [
        (HitCount::Any, every.clone()),
        (
            HitCount::Every(2),
            every.iter().skip(1).step_by(2).copied().collect(),
        ),
        (HitCount::From(5), every[4..].to_vec()),
        (HitCount::Exactly(3), vec![every[2]]),
        (HitCount::Exactly(1), vec![every[0]]),
    ] {
        let stops = stops([Breakpoint {
            hits,
            ..Breakpoint::new(1, GLOBAL_0)
        }]);
        assert_eq!(forwards(&stops), expected, "{hits:?}");
        // The same where the run went without the breakpoint.
        let mut run = recording(&ticking());
        run.advance(951);
        let now = run.position().tick;
        assert!(!run.tally().counts_all(1, now));
        let mut met = Vec::new();
        while run.back(&Back::Stop(Arc::clone(&stops))) {
            met.insert(0, run.position());
        }
        assert_eq!(met, expected, "{hits:?}");
        assert_eq!(run.tally().counts_all(1, now), hits != HitCount::Any);
        // And forwards from the middle.
        let mut run = recording(&ticking());
        run.advance(501);
        let middle = run.position();
        let stop = run.run(500, &stops, None).0.map(|it| it.position);
        let next = expected.iter().find(|it| **it > middle).copied();
        assert_eq!(stop, next, "{hits:?}");
    }
}

#[test]
fn a_search_that_is_broken_off_leaves_the_run_where_it_is() {
    let mut run = recording(&ticking());
    run.advance(951);
    let here = run.position();
    // The group is created at the start alone.
    let back = Back::Stop(on(At::Command { command: 0x03 }));
    let mut asked = Vec::new();
    assert!(!run.back_while(&back, |tick| {
        asked.push(tick);
        ControlFlow::Break(())
    }));
    assert_eq!((asked.len(), run.position()), (1, here));
    asked.clear();
    assert!(run.back_while(&back, |tick| {
        asked.push(tick);
        ControlFlow::Continue(())
    }));
    // It comes back stretch by stretch, ever earlier.
    assert!(
        asked.len() > 2 && asked.is_sorted_by(|a, b| a > b),
        "{asked:?}"
    );
    assert!(run.position().tick < *asked.last().unwrap());
}

#[test]
fn another_condition_or_place_has_hits_of_its_own() {
    let mut run = recording(&ticking());
    let mut breakpoint = Breakpoint::new(1, GLOBAL_0);
    breakpoint.hits = HitCount::From(1_000);
    run.run(550, &stops([breakpoint.clone()]), None);
    let all = run.tally().hits(1, run.position());
    assert_eq!(all, 12, "three at each of four seconds");
    // Every third write makes a multiple of three.
    let third = expression([
        byte(Opcode::PushGlobal, 0),
        byte(Opcode::PushGlobal, 0),
        num(3),
        op(Opcode::Div),
        num(3),
        op(Opcode::Mul),
        op(Opcode::Equal),
    ]);
    breakpoint.condition = Some(third);
    run.run(0, &stops([breakpoint.clone()]), None);
    assert_eq!(run.tally().hits(1, run.position()), all / 3);
    breakpoint.at = At::Global { global: 1 };
    run.run(0, &stops([breakpoint]), None);
    assert_eq!(run.tally().hits(1, run.position()), 0);
}

#[test]
fn what_breakpoints_would_meet_is_counted_and_noted_without_a_stop() {
    let mut noting = Breakpoint::new(2, GLOBAL_0);
    noting.log = Some(vec![expression([byte(Opcode::PushGlobal, 0)])]);
    let stops = stops([Breakpoint::new(1, GLOBAL_0), noting]);
    let mut run = recording(&mission());
    run.count(300, &stops);
    assert!(run.stop().is_none());
    assert_eq!(run.head().now(), Tick(299));
    assert_eq!(run.tally().hits(1, run.position()), 3);
    let noted: Vec<_> = run
        .tally()
        .logged()
        .iter()
        .map(|it| it.values.clone())
        .collect();
    assert_eq!(noted, [[Ok(1)], [Ok(2)], [Ok(3)]]);
}

/// A mission whose part 1, run twice by the start part a second apart, spawns part 2.
fn spawning() -> Mission {
    let mut mission = Mission::new(3);
    let wing = mission.group();
    mission.ship_in(wing, 0, [0.0; 3]);
    mission.ship_in(wing, 0x11, [9000.0, 0.0, 0.0]);
    let mut code = call(0x03, [group(wing)]);
    code.push(byte(Opcode::SpawnPart, 1));
    code.extend(call(0x05, [num(1)]));
    code.push(byte(Opcode::SpawnPart, 1));
    code.extend(call(0x05, [num(1)]));
    mission.start(routine(code));
    let mut spawned = count(0);
    spawned.extend(count(0));
    mission.part(routine(spawned));
    mission.trigger(Owner::Ship(1), DESTROYED, routine(count(2)));
    mission
}

#[test]
fn back_from_a_threads_first_statement_stands_what_started_it() {
    // The spawned thread takes the same slot both times.
    let mut run = recording(&spawning());
    run.run(400, &on(GLOBAL_0), None);
    let older = run.stop().unwrap().thread;
    run.run(400, &on(GLOBAL_0), None);
    run.run(400, &on(GLOBAL_0), None);
    assert_eq!(globals(&run)[0], 3);
    let stop = run.stop().unwrap().clone();
    assert_eq!(stop.thread, older);
    assert!(stop.position.tick > Tick(100));
    assert!(run.back(&Back::Statement));
    assert_eq!(run.stop().unwrap().thread, older, "its own first statement");
    assert_eq!(globals(&run)[0], 2);
    assert!(run.back(&Back::Statement));
    let stop = run.stop().unwrap().clone();
    assert_eq!(stop.thread, Some(0), "the statement that spawned it");
    assert!(stop.position.tick > Tick(100));
    // A trigger's thread was started as the trigger fired.
    let mut run = recording(&spawning());
    run.advance(50);
    let destroy = Input::Destroy {
        ship: 1,
        attacker: None,
    };
    run.input(destroy);
    run.run(50, &on(At::Global { global: 2 }), None);
    assert!(run.back(&Back::Statement));
    assert!(run.back(&Back::Statement));
    let stop = run.stop().unwrap();
    assert_eq!(stop.firing, Some((0, runtime::Firing::Started)));
    // Nothing is before the start part's first.
    let mut run = recording(&spawning());
    run.run(1, &Arc::default(), Some(Step::Into { thread: None }));
    let first = run.position();
    assert!(!run.back(&Back::Statement));
    assert_eq!(run.position(), first);
}

#[test]
fn a_stop_at_a_trigger_tells_whether_its_firing_starts_anything() {
    // The trigger repeats always, and its thread waits for longer than the run.
    let mut mission = Mission::new(1);
    let wing = mission.group();
    mission.ship_in(wing, 0, [0.0; 3]);
    mission.ship_in(wing, 0x11, [9000.0, 0.0, 0.0]);
    mission.start(routine(call(0x03, [group(wing)])));
    let mut waits = call(0x05, [num(9)]);
    waits.extend(count(0));
    mission.trigger(Owner::Ship(1), DESTROYED, routine(waits));
    let mut run = recording(&mission);
    run.advance(10);
    let raise = Input::RaiseEvent {
        condition: DESTROYED,
        object: 1,
        component: None,
        values: Vec::new(),
    };
    let stops = on(At::Trigger { trigger: 0 });
    let mut firings = Vec::new();
    for _ in 0..2 {
        run.input(raise.clone());
        while let (Some(stop), _) = run.run(20, &stops, None) {
            firings.push(stop.firing.unwrap().1);
        }
    }
    assert_eq!(firings, [runtime::Firing::Started, runtime::Firing::Busy]);
}

#[test]
fn why_not_tells_nothing_of_what_is_still_to_come_in_the_tick() {
    let mut run = recording(&mission());
    run.advance(50);
    run.input(Input::Destroy {
        ship: 1,
        attacker: None,
    });
    let event = At::Event {
        condition: Some(DESTROYED),
        object: Some(1),
    };
    assert!(run.run(50, &on(event), None).0.is_some());
    let fired = |until: Position| {
        let why = run.why_not(0, Tick(0), until);
        matches!(why.cause(), runtime::WhyCause::Fired(_))
    };
    assert!(!fired(run.position()), "the event is about to be raised");
    assert!(fired(Position::end_of(run.position().tick)));
}
