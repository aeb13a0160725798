//! A small mission in which something of everything happens within ten seconds, and tests of it.

use std::path::Path;

use editor_app::mission_file;
use editor_app::mission_test::{Bench, Check, ReadTest, TestSource, Verdict, run};

/// The player, a friend and two Sabres, of which one is never made; a routine that fails.
pub(crate) const MISSION: &str = r#"source: 1
mission: {name: Small, number: 1}
globals:
  - {id: score, value: 7}
  - {id: nothing}
flight_groups:
  - {id: alpha, wing: player}
  - {id: foes}
  - {id: later}
ships:
  - {id: player, kind: predator, flight_group: alpha, position: [0, 0, 0]}
  - {id: friend, kind: predator, flight_group: alpha, pilot: viper, position: [3000, 4000, 0]}
  - {id: foe, kind: sabre, flight_group: foes, position: [0, 0, 50000]}
  - {id: late, kind: sabre, flight_group: later, position: [0, 0, 60000]}
squads:
  - {id: all, members: [{flight_group: alpha}, {flight_group: foes}]}
triggers:
  - id: foe_shot
    on: {ship: foe}
    when: ShotAt
    repeat: always
    run: |
      score += 1
  - id: foe_gone
    on: {ship: foe}
    when: Destroyed
    routine: gone
routines:
  - id: start
    start: true
    run: |
      CreateFlightGroup(alpha)
      CreateFlightGroup(foes)
      SetObjective(0, 2)
      SetObjective(1, 1)
      SetAI(foes, fly, true, player)
      PlayMusic("calm.wav", true)
      spawn slowly
  - id: slowly
    run: |
      Wait(1)
      CommsFromShip(friend, 0, "hello")
      Wait(1)
      DisableObject(foe, true)
      Cloak(friend, true)
      SetTargetable(foe, false)
      call tally
      call tally
      Wait(1)
      DisableObject(foe, false)
      PlayCommsMovie("film01", "speech02", 12)
  - id: tally
    run: |
      score += 10
  - id: gone
    part: false
    run: |
      flag[mission_success] = 3
      SetObjective(0, 0)
  - id: failing
    run: |
      score = 1 / nothing
  - id: ending
    run: |
      TerminateMission()
  - id: warring
    run: |
      CommsFromShip(friend, 0, "war")
      PlayMusic("battle.wav", true)
"#;

/// The small mission, compiled.
pub(crate) fn bench() -> Bench {
    bench_of(MISSION)
}

pub(crate) fn bench_of(mission: &str) -> Bench {
    let path = Path::new("small.mission.yaml");
    let opened = mission_file::read(path, mission.as_bytes().to_vec()).unwrap();
    Bench::new(opened).unwrap()
}

/// A test's text, read against a mission.
pub(crate) fn read(bench: &Bench, text: &str) -> ReadTest {
    let source = TestSource::parse(text).unwrap();
    match source.read(bench.mission()) {
        Ok(read) => read,
        Err(problems) => {
            let lines: Vec<_> = problems.iter().map(ToString::to_string).collect();
            panic!("{text}\n{}", lines.join("\n"))
        }
    }
}

/// Plays a test on the small mission.
pub(crate) fn play(text: &str) -> Verdict {
    let bench = bench();
    run(&bench, &read(&bench, text)).unwrap()
}

/// What was the case instead, for a check that failed.
pub(crate) fn instead(check: &Check) -> Option<&str> {
    check.failure.as_ref().map(|it| it.instead.as_str())
}
