//! Inputs: what they do, and when they come.

use runtime::{Input, InputValue, OrderTarget, StandInPilot, Tick};

use editor_app::mission_test::{InputTime, MissionTest, ReadTest, run};
use editor_app::preview::InputNames;

use crate::small::{bench, instead, play, read};

#[test]
fn every_input_is_what_it_says() {
    let foe = |component| OrderTarget::Ship { ship: 2, component };
    let order = |order, target| Input::GiveOrder {
        ship: 1,
        order,
        target,
    };
    let attacker = Some(0);
    // The small mission's ships are 0 to 3, and its objects the four ships, three groups, one squad.
    let table = [
        ("jump_drive: true", Input::JumpDrive),
        ("request_backup: true", Input::RequestBackup),
        ("request_landing: true", Input::RequestLanding),
        ("press_key: 4", Input::PressKey { action: 4 }),
        ("release_key: 4", Input::ReleaseKey { action: 4 }),
        (
            "pilot: route",
            Input::SetPilot {
                pilot: StandInPilot::FollowNavPoints,
            },
        ),
        (
            "raise: ShotAt, on: foe, component: 2, with: {Attacker: player, Hull Damage: 5, Victim: {flight_group: foes}, 4: {squad: all}}",
            Input::RaiseEvent {
                object: 2,
                condition: 0,
                component: Some(2),
                values: vec![
                    InputValue::Ship(0),
                    InputValue::Number(0),
                    InputValue::Number(5),
                    InputValue::Group(1),
                    InputValue::Squad(0),
                ],
            },
        ),
        (
            "raise: 1, on: {object: 99}",
            Input::RaiseEvent {
                object: 99,
                condition: 1,
                component: None,
                values: Vec::new(),
            },
        ),
        (
            "raise: Destroyed, on: {squad: all}",
            Input::RaiseEvent {
                object: 7,
                condition: 1,
                component: None,
                values: Vec::new(),
            },
        ),
        (
            "destroy: foe, by: player",
            Input::Destroy { ship: 2, attacker },
        ),
        (
            "destroy: foe",
            Input::Destroy {
                ship: 2,
                attacker: None,
            },
        ),
        (
            "destroy: foe, component: 3, by: player",
            Input::DestroyComponent {
                ship: 2,
                component: 3,
                attacker,
            },
        ),
        (
            "damage: foe, amount: 2.5, component: 1, by: player",
            Input::Damage {
                ship: 2,
                component: Some(1),
                amount: 2.5,
                attacker,
            },
        ),
        (
            "move: foe, to: [1, -2.5, 3e3]",
            Input::MoveShip {
                ship: 2,
                position: [1.0, -2.5, 3000.0],
            },
        ),
        ("give_order: 3, to: friend", order(3, OrderTarget::None)),
        (
            "give_order: 3, to: friend, target: none",
            order(3, OrderTarget::None),
        ),
        (
            "give_order: 3, to: friend, target: foe",
            order(3, foe(None)),
        ),
        (
            "give_order: 3, to: friend, target: {ship: foe, component: 4}",
            order(3, foe(Some(4))),
        ),
        (
            "give_order: -1, to: friend, target: {flight_group: foes}",
            order(-1, OrderTarget::Group { group: 1 }),
        ),
        (
            "give_order: 3, to: friend, target: {squad: all}",
            order(3, OrderTarget::Squad { squad: 0 }),
        ),
        (
            "give_order: 3, to: friend, target: {waypoint: 6}",
            order(3, OrderTarget::Waypoint { waypoint: 6 }),
        ),
        (
            "dock: friend, to: player, port: 1",
            Input::Dock {
                ship: 1,
                target: 0,
                port: 1,
            },
        ),
        (
            "set_global: nothing, to: -2",
            Input::SetGlobal {
                global: 1,
                value: 0xFFFF_FFFE,
            },
        ),
        (
            "set_variable: mission_success, to: 3",
            Input::SetVariable {
                variable: 14,
                value: 3,
            },
        ),
        ("run: tally", Input::RunPart { part: 2 }),
    ];
    let bench = bench();
    let names = InputNames::new(bench.mission(), bench.names());
    for (text, wanted) in table {
        let test = read(&bench, &format!("test: 1\ninputs: [{{at: 1, {text}}}]\n"));
        let [input] = &test.test.inputs[..] else {
            panic!("{text}");
        };
        assert_eq!(names.numbered(&input.input).unwrap(), wanted, "{text}");
    }
}

#[test]
fn inputs_come_at_their_tick() {
    let verdict = play(
        "test: 1\nseconds: 5\npilot: hold\ninputs:
  - {at: 0.01, set_global: score, to: 1}
  - {at: 0.02, set_global: score, to: 2}
  - {at: 0.02, set_global: score, to: 3}
  - {when: {global: score, is: 3}, set_global: nothing, to: 1}
  - {when: {global: nothing, is: 1}, after: 1.5, set_global: nothing, to: 2}
  - {when: {ship: player, is: made}, after: 0.1, set_global: score, to: 9}
expect:
  - {at: 0, global: score, is: 7}
  - {at: 0.01, global: score, is: 1}
  - {at: 0.02, global: score, is: 3}
  - {at: 0.02, global: nothing, is: 0}
  - {at: 0.03, global: nothing, is: 1}
  - {always: [0.03, 1.52], global: nothing, is: 1}
  - {at: 1.53, global: nothing, is: 2}
  - {always: [0.02, 0.09], global: score, is: 3}
  - {at: 0.1, global: score, is: 9}
",
    );
    let failures: Vec<_> = verdict.checks.iter().filter_map(instead).collect();
    assert_eq!(failures, [""; 0]);
}

#[test]
fn an_input_that_never_comes_fails_the_test() {
    let verdict =
        play("test: 1\nseconds: 5\ninputs: [{when: {global: score, is: 999}, jump_drive: true}]\n");
    let [check, _] = &verdict.checks[..] else {
        panic!("{verdict:?}");
    };
    assert_eq!(
        instead(check),
        Some("it did not come: what it waits for never came true")
    );
    assert_eq!(
        check.what,
        "when: {global: score, is: 999}, jump_drive: true"
    );
    assert_eq!(check.position.map(|it| it.line), Some(3));
}

#[test]
fn a_run_that_went_well_becomes_a_test_that_passes() {
    let bench = bench();
    let first = "test: 1\nseed: 9\npilot: fight\nseconds: 8\nvariables: {ghost_alive: 0}\ninputs:
  - {at: 1.23, damage: foe, amount: 1, by: player}
  - {at: 3, destroy: foe, by: friend}
  - {at: 4, pilot: hold}
";
    let first = read(&bench, first).test;
    let mut options = bench.options(&first.start);
    options.trace = runtime::TraceLevel::Everything;
    let mut simulation = runtime::Simulation::new(bench.image().clone(), options);
    let names = InputNames::new(bench.mission(), bench.names());
    for input in &first.inputs {
        let InputTime::At(Tick(tick)) = input.time else {
            panic!("{input:?}");
        };
        simulation.advance(tick - 1 - simulation.now().0);
        simulation.input(names.numbered(&input.input).unwrap());
    }
    simulation.advance(800 - simulation.now().0);
    let mut test = MissionTest::from_run(&simulation, bench.mission(), bench.names()).unwrap();
    assert_eq!(test.start, first.start);
    assert_eq!(test.inputs, first.inputs);
    assert_eq!(test.ticks, 800);
    test.name = Some("What I saw".to_owned());
    test.mission = Some("small.mission.yaml".to_owned());
    let text = test.write();
    expect_test::expect![[r#"
        test: 1
        mission: small.mission.yaml
        name: What I saw
        seed: 9
        pilot: fight
        variables: {ghost_alive: 0}
        seconds: 8

        inputs:
          - {at: 1.23, damage: foe, amount: 1, by: player}
          - {at: 3, destroy: foe, by: friend}
          - {at: 4, pilot: hold}

        expect:
          - {at_end: true, ending: none}
          - {at_end: true, rating: success}
          - {at_end: true, objective: 0, is: hidden}
          - {at_end: true, objective: 1, is: listed}
          - {at_end: true, trigger: foe_shot, fires: 1}
          - {at_end: true, trigger: foe_gone, fires: 1}
          - {at_end: true, global: score, is: 28}
          - {at_end: true, global: nothing, is: 0}
    "#]]
    .assert_eq(&text);
    let again = read(&bench, &text);
    assert_eq!(again.test, test);
    let verdict = run(&bench, &again).unwrap();
    assert!(verdict.passed(), "{verdict:?}");
    // With an input less it is another run, and the test says so.
    let mut other = test.clone();
    other.inputs.remove(0);
    let other = ReadTest {
        test: other,
        places: Default::default(),
    };
    let verdict = run(&bench, &other).unwrap();
    let failures: Vec<_> = verdict.checks.iter().filter_map(instead).collect();
    assert_eq!(failures, ["it has never fired", "score is 27"]);
}
