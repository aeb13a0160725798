//! A mission, a number of ticks, and the trace that comes of it.

mod common;

use common::*;
use expect_test::expect;
use formats::records::Trigger;
use formats::script::Opcode;
use runtime::{Input, Options, Simulation, TraceEntry, TraceEvent, TraceLevel};

/// A player, an enemy, a nav point; a start part that makes them and speaks; a trigger that counts
/// the enemy's end and sets an objective.
fn small() -> Mission {
    let mut mission = Mission::new(1);
    let wing = mission.group();
    mission.groups[wing].wing = 0;
    let enemies = mission.group();
    mission.ship_in(wing, 0, [0.0; 3]);
    mission.ship_in(enemies, 0x27, [0.0, 0.0, 30_000.0]);
    mission.start(all([
        call(0x03, [group(wing)]),
        call(0x03, [group(enemies)]),
        call(0x06, [text("intro")]),
        call(0x55, [ship(1), num(50)]),
    ]));
    let trigger = Trigger {
        condition: 1,
        ..Trigger::default()
    };
    let code = all([count(0), call(0x43, [num(1), num(2)])]);
    mission.trigger_with(Owner::Group(enemies), trigger, Some(code));
    mission
}

fn play(level: TraceLevel) -> Simulation {
    let image = std::sync::Arc::new(small().image());
    let options = Options {
        trace: level,
        ..Options::default()
    };
    let mut simulation = Simulation::new(image, options);
    simulation.advance(10);
    simulation.input(Input::Destroy {
        ship: 1,
        attacker: Some(0),
    });
    simulation.advance(2);
    simulation
}

/// The trace as JSON lines.
fn lines(simulation: &Simulation) -> String {
    simulation
        .trace()
        .iter()
        .map(|entry| serde_json::to_string(entry).unwrap() + "\n")
        .collect()
}

#[test]
fn the_story() {
    expect![[r#"
        {"tick":0,"clock":0,"event":"mission_started","ships":2,"triggers":1}
        {"tick":0,"clock":0,"event":"group_made","group":0,"ships":[0]}
        {"tick":0,"clock":0,"event":"group_made","group":1,"ships":[1]}
        {"tick":0,"clock":0,"event":"line_begun","speaker":"nobody","name":"intro","ticks":300}
        {"tick":0,"clock":0,"event":"gap","name":"command Fire","script":48}
        {"tick":11,"clock":0,"event":"input","input":{"input":"destroy","ship":1,"attacker":0}}
        {"tick":11,"clock":0,"event":"ship_destroyed","ship":1}
        {"tick":12,"clock":0,"event":"trigger_fired","trigger":0,"object":3,"firing":"started"}
        {"tick":12,"clock":0,"event":"objective","objective":1,"state":2}
    "#]]
    .assert_eq(&lines(&play(TraceLevel::Story)));
}

#[test]
fn what_the_script_did() {
    expect![[r#"
        {"tick":0,"clock":0,"event":"mission_started","ships":2,"triggers":1}
        {"tick":0,"clock":0,"event":"thread_started","thread":0,"origin":{"by":"start_part","part":0},"script":24,"deferred":false}
        {"tick":0,"clock":0,"event":"command","command":3,"arguments":[239607],"thread":0,"script":28}
        {"tick":0,"clock":0,"event":"group_made","group":0,"ships":[0]}
        {"tick":0,"clock":0,"event":"order_given","ship":0,"order":100,"target":{"kind":"none"},"number":0,"script":28}
        {"tick":0,"clock":0,"event":"command","command":3,"arguments":[239627],"thread":0,"script":32}
        {"tick":0,"clock":0,"event":"group_made","group":1,"ships":[1]}
        {"tick":0,"clock":0,"event":"order_given","ship":1,"order":0,"target":{"kind":"none"},"number":0,"script":32}
        {"tick":0,"clock":0,"event":"command","command":6,"arguments":[293915],"thread":0,"script":42}
        {"tick":0,"clock":0,"event":"line_begun","speaker":"nobody","name":"intro","ticks":300}
        {"tick":0,"clock":0,"event":"command","command":85,"arguments":[200771,50],"thread":0,"script":48}
        {"tick":0,"clock":0,"event":"gap","name":"command Fire","script":48}
        {"tick":0,"clock":0,"event":"thread_ended","thread":0,"end":"returned"}
        {"tick":11,"clock":0,"event":"input","input":{"input":"destroy","ship":1,"attacker":0}}
        {"tick":11,"clock":0,"event":"order_given","ship":1,"order":11,"target":{"kind":"none"},"number":0,"script":null}
        {"tick":11,"clock":0,"event":"ship_destroyed","ship":1}
        {"tick":11,"clock":0,"event":"event_posted","condition":1,"object":1,"ship":1,"component":null,"values":[200695,200771],"queued":true}
        {"tick":12,"clock":0,"event":"event_raised","condition":1,"object":1,"component":null,"vetoed":false}
        {"tick":12,"clock":0,"event":"event_raised","condition":1,"object":3,"component":null,"vetoed":false}
        {"tick":12,"clock":0,"event":"trigger_fired","trigger":0,"object":3,"firing":"started"}
        {"tick":12,"clock":0,"event":"thread_started","thread":0,"origin":{"by":"trigger","trigger":0},"script":0,"deferred":false}
        {"tick":12,"clock":0,"event":"global_written","global":0,"value":1,"thread":0,"script":6}
        {"tick":12,"clock":0,"event":"command","command":67,"arguments":[1,2],"thread":0,"script":11}
        {"tick":12,"clock":0,"event":"objective","objective":1,"state":2}
        {"tick":12,"clock":0,"event":"thread_ended","thread":0,"end":"returned"}
    "#]].assert_eq(&lines(&play(TraceLevel::Script)));
}

#[test]
fn nothing_is_logged_where_nobody_listens() {
    assert!(play(TraceLevel::Off).trace().is_empty());
}

#[test]
fn lines_come_back_as_entries() {
    let simulation = play(TraceLevel::Everything);
    for entry in simulation.trace() {
        let line = serde_json::to_string(entry).unwrap();
        assert_eq!(&serde_json::from_str::<TraceEntry>(&line).unwrap(), entry);
    }
    let snapshot = simulation.snapshot();
    let text = serde_json::to_string(&snapshot).unwrap();
    assert_eq!(
        serde_json::from_str::<runtime::Snapshot>(&text).unwrap(),
        snapshot
    );
}

#[test]
fn a_simulation_can_go_to_a_worker() {
    fn goes<T: Send + Sync + Clone + 'static>(_: &T) {}
    goes(&play(TraceLevel::Off));
}

#[test]
fn a_call_is_told_where_it_stands_among_the_stores() {
    let mut mission = Mission::new(1);
    let part = mission.part(all([set(0, [num(2)])]));
    let before = set(0, [num(1)]);
    let code = all([before, vec![byte(Opcode::CallPart, part)], set(0, [num(3)])]);
    mission.start(code);
    let simulation = mission.run();
    let told: Vec<String> = simulation
        .trace()
        .iter()
        .filter_map(|entry| match &entry.event {
            TraceEvent::Called {
                part, thread: 0, ..
            } => Some(format!("call {part}")),
            TraceEvent::GlobalWritten { value, .. } => Some(format!("store {value}")),
            _ => None,
        })
        .collect();
    assert_eq!(told, ["store 1", "call 0", "store 2", "store 3"]);
}

#[test]
fn what_is_looked_at_alone_is_what_the_snapshot_has() {
    let simulation = play(TraceLevel::Off);
    let snapshot = simulation.snapshot();
    for ship in 0..4 {
        let alone = simulation.ship(ship);
        assert_eq!(alone.as_ref(), snapshot.ship(ship), "ship {ship}");
        let place = simulation.ship_position(ship);
        let there = alone.filter(|it| it.state != runtime::ObjectState::StandIn);
        assert_eq!(place, there.map(|it| it.position), "ship {ship}");
    }
    assert!(simulation.ship_position(0).is_some());
    for (number, value) in (0..=u8::MAX).zip(&snapshot.variables) {
        assert_eq!(simulation.variable(number), *value);
    }
    assert_eq!(simulation.global(0), snapshot.globals.first().copied());
    assert_eq!(simulation.global(1), None);
    assert_eq!(simulation.objective(1), Some(2));
    assert_eq!(simulation.objective(10), None);
}
