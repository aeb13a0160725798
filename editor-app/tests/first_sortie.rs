//! The bundled mission, compiled and run: what its author promises comes to pass, each at its tick.

use std::sync::Arc;

use expect_test::{Expect, expect};
use formats::Image;
use model::source::Source;
use model::{Mission, compile::compile};
use runtime::{
    Input, Options, Simulation, StandInPilot, TICKS_PER_SECOND, Trace, TraceEvent, TraceLevel,
};

const SECONDS: u32 = 300;

fn mission() -> (Mission, Arc<Image>) {
    let text = include_str!("../../examples/first-sortie.mission.yaml");
    let mission = Source::read(text).unwrap().mission;
    let image = compile(&mission).image.unwrap();
    (mission, Arc::new(image))
}

/// Runs the mission for 300 seconds, with inputs at their ticks.
fn run(image: &Arc<Image>, seed: u32, inputs: &[(u32, Input)]) -> Simulation {
    let options = Options {
        seed,
        mission: 1,
        pilot: StandInPilot::FollowNavPoints,
        trace: TraceLevel::Everything,
        ..Options::default()
    };
    let mut simulation = Simulation::new(Arc::clone(image), options);
    for (tick, input) in inputs {
        simulation.advance(tick - simulation.now().0);
        simulation.input(input.clone());
    }
    simulation.advance(SECONDS * TICKS_PER_SECOND - simulation.now().0);
    simulation
}

/// Where the mission's records are in its image.
struct Numbers<'a>(&'a Mission);

impl Numbers<'_> {
    fn ship(&self, id: &str) -> u16 {
        self.0.ships.position(id).unwrap().try_into().unwrap()
    }

    fn group(&self, id: &str) -> u16 {
        self.0
            .flight_groups
            .position(id)
            .unwrap()
            .try_into()
            .unwrap()
    }

    fn global(&self, id: &str) -> u8 {
        self.0.globals.position(id).unwrap().try_into().unwrap()
    }
}

/// The ticks of the entries that a question picks.
fn ticks(trace: &Trace, wanted: impl Fn(&TraceEvent) -> bool) -> Vec<u32> {
    trace
        .iter()
        .filter(|it| wanted(&it.event))
        .map(|it| it.tick.0)
        .collect()
}

/// The turns of the story with their ticks: launches, waves, arrivals, lines, outcomes.
fn turns(numbers: &Numbers<'_>, simulation: &Simulation) -> String {
    let ships: Vec<_> = numbers.0.ships.iter().map(|it| it.id.to_string()).collect();
    let groups: Vec<_> = numbers
        .0
        .flight_groups
        .iter()
        .map(|it| it.id.to_string())
        .collect();
    let outcome = numbers.global("outcome");
    let tell = |event: &TraceEvent| match event {
        TraceEvent::GroupMade { group, .. } => {
            Some(format!("made {}", groups[usize::from(*group)]))
        }
        TraceEvent::Launched { ship } => Some(format!("launched {}", ships[usize::from(*ship)])),
        TraceEvent::JumpedIn { ship } => Some(format!("jumped in {}", ships[usize::from(*ship)])),
        TraceEvent::LineBegun { name, .. } => Some(format!("line {name}")),
        TraceEvent::ShotEnded => Some("shot ended".to_owned()),
        TraceEvent::TimerFired { timer, .. } => Some(format!("timer {timer}")),
        TraceEvent::GlobalWritten { global, value, .. } if *global == outcome => {
            Some(format!("outcome {value}"))
        }
        TraceEvent::Objective { objective, state } => {
            Some(format!("objective {objective} {state}"))
        }
        _ => None,
    };
    simulation
        .trace()
        .iter()
        .filter_map(|it| Some(format!("{:>5} {}\n", it.tick.0, tell(&it.event)?)))
        .collect()
}

fn expected(actual: &str, expect: &Expect) {
    expect.assert_eq(actual);
}

#[test]
fn the_win_comes_with_the_last_freighter() {
    let (mission, image) = mission();
    let numbers = Numbers(&mission);
    for (seed, expect) in [
        (
            1,
            expect![[r#"
                    0 made navs
                    0 made home
                    0 made freighters
                    0 made alpha
                    0 objective 0 2
                   92 line relbrief
                 1199 shot ended
                 1259 launched alpha_3
                 1292 line vipgo
                 1336 launched alpha_2
                 1356 launched player
                 1445 launched alpha_4
                 3200 timer 1
                 3201 made sabres_one
                 3293 line mamhelp
                 3555 jumped in sabre_1
                 3555 jumped in sabre_2
                 4701 made sabres_two
                 4793 line vipabove
                13693 line mamsafe
                14193 line mamsafe
                14601 outcome 1
                14601 objective 0 0
                14601 objective 1 2
                14693 line relwin
            "#]],
        ),
        (
            2,
            expect![[r#"
                    0 made navs
                    0 made home
                    0 made freighters
                    0 made alpha
                    0 objective 0 2
                   92 line relbrief
                 1199 shot ended
                 1256 launched player
                 1292 line vipgo
                 1339 launched alpha_3
                 1339 launched alpha_4
                 1396 launched alpha_2
                 3200 timer 1
                 3201 made sabres_one
                 3293 line mamhelp
                 3555 jumped in sabre_1
                 3555 jumped in sabre_2
                 4601 made sabres_two
                 4693 line vipabove
                13693 line mamsafe
                14193 line mamsafe
                14601 outcome 1
                14601 objective 0 0
                14601 objective 1 2
                14693 line relwin
            "#]],
        ),
    ] {
        let simulation = run(&image, seed, &[]);
        let again = run(&image, seed, &[]);
        assert!(
            simulation.trace().iter().eq(again.trace().iter()),
            "the same run twice"
        );
        assert_eq!(simulation.snapshot(), again.snapshot());
        expected(&turns(&numbers, &simulation), &expect);
        follows_from_the_source(&numbers, simulation.trace());
    }
}

/// What the source says in so many words, whatever the seed.
fn follows_from_the_source(numbers: &Numbers<'_>, trace: &Trace) {
    let one = |what: &str, wanted: &dyn Fn(&TraceEvent) -> bool| {
        let found = ticks(trace, wanted);
        assert_eq!(found.len(), 1, "{what}: {found:?}");
        found[0]
    };
    let made = |id: &str| {
        let wanted = numbers.group(id);
        one(
            id,
            &|it| matches!(it, TraceEvent::GroupMade { group, .. } if *group == wanted),
        )
    };
    // A shot of twelve seconds, then a timer of twenty; the script's clock counts whole seconds.
    let shot = one("the shot's end", &|it| matches!(it, TraceEvent::ShotEnded));
    assert!((1_190..=1_210).contains(&shot), "{shot}");
    let timer = one("the timer", &|it| {
        matches!(it, TraceEvent::TimerFired { .. })
    });
    assert!((2_000..=2_100).contains(&(timer - shot)), "{timer}");
    // A timer's part first runs in the next pass of the scheduler.
    assert_eq!(made("sabres_one"), timer + 1);
    // All four launch, and before the first wave.
    for id in ["player", "alpha_2", "alpha_3", "alpha_4"] {
        let wanted = numbers.ship(id);
        let at = one(
            id,
            &|it| matches!(it, TraceEvent::Launched { ship } if *ship == wanted),
        );
        assert!(at > 0 && at < timer, "{id} {at}");
    }
    for id in ["sabre_1", "sabre_2"] {
        let wanted = numbers.ship(id);
        let at = one(
            id,
            &|it| matches!(it, TraceEvent::JumpedIn { ship } if *ship == wanted),
        );
        assert!(at > timer, "{id} {at}");
    }
    // The second wave comes with the player's arrival, by the trigger that waits for it.
    let arrival = numbers.0.triggers.position("at_the_convoy").unwrap();
    let order: Vec<usize> = model::compile::trigger_order(numbers.0);
    let written = order.iter().position(|at| *at == arrival).unwrap();
    let fired = one(
        "the arrival",
        &|it| matches!(it, TraceEvent::TriggerFired { trigger, .. } if usize::from(*trigger) == written),
    );
    assert_eq!(made("sabres_two"), fired);
    assert!(fired > timer, "the second wave comes second");
    let outcome = numbers.global("outcome");
    let won = one(
        "the outcome",
        &|it| matches!(it, TraceEvent::GlobalWritten { global, .. } if *global == outcome),
    );
    assert!(won > fired && won < SECONDS * TICKS_PER_SECOND);
}

#[test]
fn the_win_comes_with_the_last_wave() {
    let (mission, image) = mission();
    let numbers = Numbers(&mission);
    let shoot = |tick, id: &str| {
        let input = Input::Destroy {
            ship: numbers.ship(id),
            attacker: Some(0),
        };
        (tick, input)
    };
    let inputs = [
        shoot(7_000, "sabre_1"),
        shoot(7_100, "sabre_3"),
        shoot(7_200, "sabre_4"),
        shoot(8_000, "sabre_2"),
    ];
    for seed in [1, 2] {
        let simulation = run(&image, seed, &inputs);
        let outcome = numbers.global("outcome");
        let won = ticks(
            simulation.trace(),
            |it| matches!(it, TraceEvent::GlobalWritten { global, value: 1, .. } if *global == outcome),
        );
        assert!(
            matches!(won[..], [at] if (8_000..8_200).contains(&at)),
            "{won:?}"
        );
        let snapshot = simulation.snapshot();
        assert_eq!(
            snapshot.globals[usize::from(numbers.global("waves_down"))],
            2
        );
        // `flag[mission_success] = 3` and `flag[landing_cleared] = 1`.
        let flag = |name: &str| {
            let variable = formats::catalogue::variable_by_name(name).unwrap();
            snapshot.variables[usize::from(variable.number)]
        };
        assert_eq!((flag("mission_success"), flag("landing_cleared")), (3, 1));
    }
}

#[test]
fn the_loss_comes_with_the_last_freighter_down() {
    let (mission, image) = mission();
    let numbers = Numbers(&mission);
    let inputs: Vec<_> = [
        (6_000, "mammoth_1"),
        (6_500, "mammoth_2"),
        (7_000, "mammoth_3"),
    ]
    .map(|(tick, id)| {
        let attacker = Some(numbers.ship("sabre_1"));
        (
            tick,
            Input::Destroy {
                ship: numbers.ship(id),
                attacker,
            },
        )
    })
    .to_vec();
    for seed in [1, 2] {
        let simulation = run(&image, seed, &inputs);
        let outcome = numbers.global("outcome");
        let written: Vec<_> = simulation
            .trace()
            .iter()
            .filter_map(|it| match it.event {
                TraceEvent::GlobalWritten { global, value, .. } if global == outcome => {
                    Some((it.tick.0, value))
                }
                _ => None,
            })
            .collect();
        assert!(
            matches!(written[..], [(at, 2)] if (7_000..7_200).contains(&at)),
            "{written:?}"
        );
        let line = ticks(
            simulation.trace(),
            |it| matches!(it, TraceEvent::LineBegun { name, .. } if name == "relloss"),
        );
        assert_eq!(line.len(), 1);
        let again = run(&image, seed, &inputs);
        assert!(simulation.trace().iter().eq(again.trace().iter()));
        let replayed = Simulation::replay(
            Arc::clone(&image),
            simulation.options().clone(),
            simulation.inputs(),
            simulation.now(),
        );
        assert_eq!(
            replayed.snapshot(),
            simulation.snapshot(),
            "inputs can be run again"
        );
    }
}
