//! What is written is read again as the same test, and no text ends the program.

use std::fs;
use std::path::Path;

use editor_app::mission_test::{
    Compare, Counted, EndingIs, Expectation, Fact, InputTime, Limit, MissionTest, ShipState, Start,
    TestInput, TestSource, Tolerance, When, Window,
};
use editor_app::preview::{NamedInput, NamedTarget, NamedValue};
use model::{AnyId, Id, RoutineId, ShipId, Subject, TriggerId};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use runtime::{Ending, Gaps, StandInPilot, Tick};

use crate::small::{bench, bench_of, read};

/// Ticks that the made-up tests run.
const TICKS: u32 = 10_000;

fn id<R>(text: &str) -> Id<R> {
    Id::new(text).unwrap()
}

fn any_ship() -> impl Strategy<Value = ShipId> {
    prop_oneof![Just("player"), Just("friend"), Just("foe"), Just("late")].prop_map(id)
}

fn any_tick() -> impl Strategy<Value = Tick> {
    (1..=TICKS).prop_map(Tick)
}

fn any_window() -> impl Strategy<Value = Window> {
    (0..TICKS, proptest::option::of(0..TICKS)).prop_map(|(from, until)| Window {
        from: Tick(until.map_or(from, |until| from.min(until))),
        until: until.map(|until| Tick(until.max(from))),
    })
}

fn any_limits<T: Clone + std::fmt::Debug + 'static>(
    value: impl Strategy<Value = T> + Clone + 'static,
) -> impl Strategy<Value = Vec<Limit<T>>> {
    // Each comparison once at most, in the order in which they are written.
    let each = Compare::ALL.map(|compare| {
        let limit = value
            .clone()
            .prop_map(move |value| Limit { compare, value });
        proptest::option::of(limit)
    });
    let limits = each.prop_map(|all| all.into_iter().flatten().collect::<Vec<_>>());
    limits
        .prop_filter("a limit at least", |it| !it.is_empty())
        .boxed()
}

/// Limits of whole numbers, each of which some number keeps to.
fn any_limits_of_numbers() -> impl Strategy<Value = Vec<Limit<u32>>> {
    let limits = any_limits(any::<u32>());
    limits
        .prop_filter("one that can be kept", |limits| {
            let kept = |limit: &Limit<u32>| match limit.compare {
                Compare::Below => limit.value > 0,
                Compare::Above => limit.value < u32::MAX,
                _ => true,
            };
            limits.iter().all(kept)
        })
        .boxed()
}

fn any_counted() -> impl Strategy<Value = Counted> {
    let file = || prop_oneof![Just("hello"), Just("calm.wav"), Just("film01")];
    let routine = AnyId::from(&id::<model::Routine>("tally"));
    let trigger = AnyId::from(&id::<model::Trigger>("foe_shot"));
    prop_oneof![
        Just(Counted::Trigger(TriggerId::new("foe_gone").unwrap())),
        Just(Counted::Routine(RoutineId::new("gone").unwrap())),
        file().prop_map(|it| Counted::Speech(it.to_owned())),
        file().prop_map(|it| Counted::Music(it.to_owned())),
        file().prop_map(|it| Counted::Film(it.to_owned())),
        Just(Counted::Gap(None)),
        proptest::sample::select(Gaps::names()).prop_map(|it| Counted::Gap(Some(it))),
        Just(Counted::Fault(None)),
        Just(Counted::Fault(Some(routine))),
        Just(Counted::Fault(Some(trigger))),
    ]
}

fn any_fact() -> impl Strategy<Value = Fact> {
    use ShipState::{Cloaked, Destroyed, Docked, Exploding, JumpedOut, Made, Targetable};
    let states = [
        Made, Destroyed, Docked, JumpedOut, Cloaked, Exploding, Targetable,
    ];
    let ratings = [u32::MAX, 0, 1, 2, 3, 4];
    let endings = [
        EndingIs::None,
        EndingIs::Any,
        EndingIs::Way(Ending::Over),
        EndingIs::Way(Ending::PodDestroyed),
    ];
    prop_oneof![
        any_limits_of_numbers().prop_map(|limits| Fact::Global {
            global: id("score"),
            limits,
        }),
        (any::<u8>(), any_limits_of_numbers())
            .prop_map(|(variable, limits)| Fact::Variable { variable, limits }),
        (0_u16..10, 0_u16..3, any::<bool>()).prop_map(|(objective, state, is)| Fact::Objective {
            objective,
            state,
            is,
        }),
        proptest::sample::select(endings.to_vec()).prop_map(Fact::Ending),
        proptest::sample::select(ratings.to_vec()).prop_map(Fact::Rating),
        (any_counted(), any_limits_of_numbers())
            .prop_map(|(what, limits)| Fact::Count { what, limits }),
        (
            any_ship(),
            proptest::sample::select(states.to_vec()),
            any::<bool>()
        )
            .prop_map(|(ship, state, is)| Fact::Ship { ship, state, is }),
        (any_ship(), any::<i16>(), any::<bool>()).prop_map(|(ship, order, anywhere)| Fact::Order {
            ship,
            order,
            anywhere,
        }),
        (any_ship(), any_limits_of_numbers())
            .prop_map(|(ship, limits)| Fact::Damage { ship, limits }),
        (any_ship(), any_ship(), any_limits(-1e12..1e12)).prop_map(|(a, b, limits)| {
            Fact::Distance {
                ships: [a, b],
                limits,
            }
        }),
    ]
}

fn any_expectation() -> impl Strategy<Value = Expectation> {
    let when = prop_oneof![
        any_tick().prop_map(When::By),
        any_tick().prop_map(When::At),
        any_window().prop_map(When::Between),
        any_window().prop_map(When::Never),
        any_window().prop_map(When::Always),
        Just(When::AtEnd),
    ];
    let guard = proptest::option::of(any_fact());
    let expectation = (when, guard, any_fact()).prop_map(|(when, guard, fact)| {
        let guarded = matches!(when, When::Never(_) | When::Always(_));
        let guard = guard.filter(|_| guarded);
        Expectation { when, guard, fact }
    });
    expectation.prop_filter("one that can fail", |it| {
        !matches!(it.when, When::By(_) | When::Between(_)) || !it.fact.holds_of_nothing()
    })
}

fn any_value() -> impl Strategy<Value = NamedValue> {
    prop_oneof![
        any_ship().prop_map(NamedValue::Ship),
        Just(NamedValue::FlightGroup(id("foes"))),
        Just(NamedValue::Squad(id("all"))),
        any::<u32>().prop_map(NamedValue::Number),
    ]
}

fn any_target() -> impl Strategy<Value = NamedTarget> {
    prop_oneof![
        Just(NamedTarget::None),
        (any_ship(), any::<Option<u16>>())
            .prop_map(|(ship, component)| NamedTarget::Ship { ship, component }),
        Just(NamedTarget::FlightGroup(id("foes"))),
        Just(NamedTarget::Squad(id("all"))),
        any::<u16>().prop_map(NamedTarget::Waypoint),
    ]
}

fn any_pilot() -> impl Strategy<Value = StandInPilot> {
    prop_oneof![
        Just(StandInPilot::Hold),
        Just(StandInPilot::FollowNavPoints),
        Just(StandInPilot::Fight),
    ]
}

fn any_input() -> impl Strategy<Value = NamedInput> {
    let object = prop_oneof![
        any_ship().prop_map(Subject::Ship),
        Just(Subject::FlightGroup(id("alpha"))),
        Just(Subject::Squad(id("all"))),
        any::<u16>().prop_map(Subject::Object),
    ];
    let attacker = || proptest::option::of(any_ship());
    let number = || -1e30..1e30;
    prop_oneof![
        Just(NamedInput::JumpDrive),
        Just(NamedInput::RequestBackup),
        Just(NamedInput::RequestLanding),
        any::<u32>().prop_map(|action| NamedInput::PressKey { action }),
        any::<u32>().prop_map(|action| NamedInput::ReleaseKey { action }),
        any_pilot().prop_map(|pilot| NamedInput::SetPilot { pilot }),
        (
            object,
            any::<u8>(),
            any::<Option<u8>>(),
            vec(any_value(), 0..=5)
        )
            .prop_map(
                |(object, condition, component, values)| NamedInput::RaiseEvent {
                    object,
                    condition,
                    component,
                    values,
                }
            ),
        (any_ship(), attacker())
            .prop_map(|(ship, attacker)| NamedInput::Destroy { ship, attacker }),
        (any_ship(), any::<u8>(), attacker()).prop_map(|(ship, component, attacker)| {
            NamedInput::DestroyComponent {
                ship,
                component,
                attacker,
            }
        }),
        (any_ship(), any::<Option<u8>>(), number(), attacker()).prop_map(
            |(ship, component, amount, attacker)| NamedInput::Damage {
                ship,
                component,
                amount,
                attacker,
            }
        ),
        (any_ship(), [number(), number(), number()])
            .prop_map(|(ship, position)| NamedInput::MoveShip { ship, position }),
        (any_ship(), any::<i16>(), any_target()).prop_map(|(ship, order, target)| {
            NamedInput::GiveOrder {
                ship,
                order,
                target,
            }
        }),
        (any_ship(), any_ship(), any::<u16>()).prop_map(|(ship, target, port)| NamedInput::Dock {
            ship,
            target,
            port
        }),
        any::<u32>().prop_map(|value| NamedInput::SetGlobal {
            global: id("nothing"),
            value,
        }),
        any::<(u8, u32)>()
            .prop_map(|(variable, value)| NamedInput::SetVariable { variable, value }),
        Just(NamedInput::RunPart { part: id("tally") }),
    ]
}

fn any_test() -> impl Strategy<Value = MissionTest> {
    let time = prop_oneof![
        any_tick().prop_map(InputTime::At),
        (any_tick(), 1..=10_000_000_u32).prop_map(|(tick, step)| InputTime::Within { tick, step }),
        (any_fact(), 0..TICKS).prop_map(|(fact, after)| InputTime::Once { fact, after }),
    ];
    let input = (time, any_input()).prop_map(|(time, input)| {
        let sets = matches!(
            input,
            NamedInput::SetGlobal { .. } | NamedInput::SetVariable { .. }
        );
        let time = match time {
            // Only values are set within a tick.
            InputTime::Within { tick, .. } if !sets => InputTime::At(tick),
            time => time,
        };
        TestInput { time, input }
    });
    let variables = btree_map(any::<u8>(), any::<u32>(), 0..3);
    let start = (
        any::<u32>(),
        any_pilot(),
        any::<Option<u16>>(),
        any::<bool>(),
        1_u8..=8,
        any::<Option<u16>>(),
        variables,
    );
    let start = start.prop_map(
        |(seed, pilot, number, training, players, player_kind, variables)| Start {
            seed,
            pilot,
            number,
            training,
            players,
            player_kind,
            variables,
        },
    );
    let words = || proptest::option::of(any::<String>());
    let tolerance = || prop_oneof![Just(Tolerance::None), Just(Tolerance::Allowed)];
    (
        (words(), words(), start, tolerance(), tolerance()),
        vec(input, 0..4),
        vec(any_expectation(), 0..4),
    )
        .prop_map(
            |((mission, name, start, faults, gaps), inputs, expectations)| MissionTest {
                mission,
                name,
                start,
                ticks: TICKS,
                faults,
                gaps,
                inputs,
                expectations,
            },
        )
}

/// Counts are whole numbers; values of the script read as signed ones.
#[test]
fn a_count_of_any_size_comes_back() {
    let bench = bench();
    let expect = "trigger: foe_gone, fires: 4294901760";
    let text = format!("test: 1\nexpect: [{{at_end: true, {expect}}}]\n");
    let read = |text: &str| TestSource::parse(text).unwrap().read(bench.mission());
    let test = read(&text).unwrap().test;
    assert!(test.write().contains(expect), "{}", test.write());
    assert_eq!(read(&test.write()).unwrap().test, test);
}

proptest! {
    #[test]
    fn a_test_comes_back_from_its_text(test in any_test()) {
        let bench = bench();
        let text = test.write();
        let again = TestSource::parse(&text).unwrap().read(bench.mission());
        prop_assert_eq!(again.map(|it| it.test), Ok(test), "{}", text);
    }

    #[test]
    fn no_text_ends_the_program(text in any::<String>()) {
        let bench = bench();
        if let Ok(source) = TestSource::parse(&text) {
            let _ = source.mission();
            let _ = source.read(bench.mission());
        }
    }

    #[test]
    fn no_broken_test_ends_the_program(
        cut in any::<prop::sample::Index>(),
        many in 0_usize..40,
        put in "[ -~\n]{0,12}",
    ) {
        let text = example("every-construct");
        let bench = bench();
        let mut bytes = text.into_bytes();
        let from = cut.index(bytes.len());
        let until = (from + many).min(bytes.len());
        bytes.splice(from..until, put.bytes());
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(source) = TestSource::parse(&text) {
            let _ = source.read(bench.mission());
        }
    }
}

fn example(name: &str) -> String {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    fs::read_to_string(examples.join(format!("{name}.test.yaml"))).unwrap()
}

#[test]
fn the_examples_come_back_from_their_text() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    for (test, mission) in [
        ("minimal", "minimal"),
        ("first-sortie", "first-sortie"),
        ("first-sortie-lost", "first-sortie"),
        ("first-sortie-waves", "first-sortie"),
        ("every-construct", "every-construct"),
    ] {
        let path = examples.join(format!("{mission}.mission.yaml"));
        let bench = bench_of(&fs::read_to_string(path).unwrap());
        let first = read(&bench, &example(test)).test;
        let again = read(&bench, &first.write()).test;
        assert_eq!(again, first, "{test}");
    }
}

#[test]
fn the_readme_shows_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let block = readme
        .split("```yaml\n")
        .find(|it| it.starts_with("test: 1\n"));
    let text = block.and_then(|it| it.split("```").next()).unwrap();
    let mission = fs::read_to_string(root.join("examples/first-sortie.mission.yaml")).unwrap();
    let test = read(&bench_of(&mission), text).test;
    assert_eq!((test.inputs.len(), test.expectations.len()), (2, 5));
}
