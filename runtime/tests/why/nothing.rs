//! Groups that wait for a member, and triggers that no event came to.

use super::common::*;
use super::*;

// Groups.

#[test]
fn v136_a_member_is_alive() {
    let mut mission = with_ships(4, 1);
    let unmade = mission.ship(0, [0.0; 3]);
    let squad = mission.squad(&[
        (Owner::Ship(1), 0xFF),
        (Owner::Ship(2), 0xFF),
        (Owner::Ship(3), 7),
        (Owner::Ship(unmade), 0xFF),
    ]);
    mission.trigger_with(
        Owner::Squad(squad),
        trigger(DESTROYED, Trigger::ONCE),
        Some(routine(count(0))),
    );
    let why = why(&mission, &[(10, destroy(1, Some(0)))], 50);
    let member = |ship, component, there| Member {
        ship,
        component,
        there,
    };
    assert_eq!(
        outcome(&why),
        Outcome::Vetoed {
            alive: vec![
                member(2, None, true),
                member(3, Some(7), true),
                member(4, None, false)
            ]
        }
    );
    let attempt = &why.attempts[0];
    assert_eq!(attempt.group, Some(RecordRef::Squad(0)));
    assert_eq!(attempt.ship, Some(1));
}

#[test]
fn v138_no_group_hears_of_a_cloak() {
    let mut mission = one(2, Owner::Group(0), trigger(CLOAKED, Trigger::ALWAYS));
    mission.start(routine(call(CLOAK, [ship(1), num(1)])));
    assert_eq!(no_event(&why(&mission, &[], 50)), NoEvent::ShipsAlone);
}

#[test]
fn a_squad_of_nobody() {
    let mut mission = with_ships(1, 1);
    let squad = mission.squad(&[]);
    mission.trigger(Owner::Squad(squad), DESTROYED, routine(count(0)));
    assert_eq!(no_event(&why(&mission, &[], 50)), NoEvent::NoMembers);
}

// Nothing came.

#[test]
fn the_ship_was_never_made() {
    let mut mission = with_ships(1, 1);
    let late = mission.group();
    let ship = mission.ship_in(late, 0, [9000.0, 0.0, 0.0]);
    mission.trigger(Owner::Ship(ship), DESTROYED, routine(count(0)));
    // What is not there cannot be destroyed.
    let why = why(&mission, &[(10, destroy(1, Some(0)))], 50);
    let want = NoEvent::NeverMade {
        groups: vec![1],
        alone: vec![],
    };
    assert_eq!(no_event(&why), want);
}

#[test]
fn a_squad_was_never_made() {
    let mut mission = with_ships(1, 1);
    let late = mission.group();
    mission.ship_in(late, 0, [0.0; 3]);
    let alone = mission.ship(0, [0.0; 3]);
    let squad = mission.squad(&[(Owner::Group(late), 0xFF), (Owner::Ship(alone), 0xFF)]);
    mission.trigger(Owner::Squad(squad), DESTROYED, routine(count(0)));
    let want = NoEvent::NeverMade {
        groups: vec![1],
        alone: vec![2],
    };
    assert_eq!(no_event(&why(&mission, &[], 50)), want);
}

#[test]
fn v160_it_was_destroyed_before() {
    let mission = one(2, Owner::Ship(1), trigger(DESTROYED, Trigger::ALWAYS));
    let inputs = [(10, destroy(1, None)), (700, destroy(1, None))];
    assert_eq!(
        no_event(&why_since(&mission, &inputs, 600, 800)),
        NoEvent::DestroyedBefore { at: Some(Tick(10)) }
    );
}

#[test]
fn a_script_took_the_ship_away() {
    let mut mission = one(2, Owner::Ship(1), trigger(DESTROYED, Trigger::ALWAYS));
    let part = mission.part(routine(call(0x04, [group(0)]))) as u16;
    let inputs = [(10, Input::RunPart { part }), (20, destroy(1, None))];
    assert_eq!(
        no_event(&why(&mission, &inputs, 50)),
        NoEvent::Gone { at: Tick(10) }
    );
}

#[test]
fn v161_nothing_posts_it() {
    let mission = one(2, Owner::Ship(1), trigger(0x12, Trigger::ALWAYS));
    assert_eq!(no_event(&why(&mission, &[], 50)), NoEvent::NotPosted);
}

#[test]
fn nothing_happened() {
    let mission = one(2, Owner::Ship(1), trigger(DESTROYED, Trigger::ALWAYS));
    assert_eq!(no_event(&why(&mission, &[], 50)), NoEvent::Nothing);
}

#[test]
fn the_mission_was_over_before() {
    let mission = one(2, Owner::Ship(1), trigger(DESTROYED, Trigger::ALWAYS));
    let over = Input::SetVariable {
        variable: 9,
        value: 1,
    };
    let inputs = [(50, over), (80, destroy(1, None))];
    let why = why(&mission, &inputs, 100);
    // The frame in which the variable is set is the last.
    assert_eq!(no_event(&why), NoEvent::MissionOver { at: Tick(50) });
    assert_eq!(why.over, Some(runtime::Ending::Over));
}

#[test]
fn v10_no_script_runs_while_the_player_lands() {
    let mission = one(2, Owner::Ship(1), trigger(JUMPED_IN, Trigger::ALWAYS));
    let cleared = Input::SetVariable {
        variable: 10,
        value: 1,
    };
    let mut inputs = vec![(10, cleared), (10, Input::RequestLanding)];
    let NoEvent::Landing { since } = no_event(&why(&mission, &inputs, 800)) else {
        panic!("landing")
    };
    assert!((710..720).contains(&since.0), "{since}");
    inputs.push((750, jumped_in(1)));
    assert_eq!(outcome(&why(&mission, &inputs, 800)), Outcome::Waiting);
}

// Watches.

/// Ship 0 watches; ship 1 stands so far away along X.
fn watch(trigger: Trigger, kind: u16, distance: f32) -> Mission {
    let mut mission = Mission::new(1);
    let group = mission.group();
    mission.ship_in(group, kind, [0.0; 3]);
    mission.ship_in(group, 0, [distance, 0.0, 0.0]);
    mission.start(routine(call(0x03, [common::group(group)])));
    mission.trigger_with(Owner::Ship(0), trigger, Some(routine(count(0))));
    mission
}

#[test]
fn v167_no_ship_came_near_enough() {
    // The stand-in radius of a fighter is 600.
    let mission = watch(wanting(PROXIMITY, 1, 5), 0, 9000.0);
    let nearer = Input::MoveShip {
        ship: 1,
        position: [3100.0, 0.0, 0.0],
    };
    let away = Input::MoveShip {
        ship: 1,
        position: [8000.0, 0.0, 0.0],
    };
    let inputs = [(150, nearer), (250, away)];
    let NoEvent::TooFar { nearest } = no_event(&why(&mission, &inputs, 450)) else {
        panic!("too far")
    };
    assert_eq!((nearest.ship, nearest.at), (1, Tick(200)));
    assert_eq!((nearest.distance, nearest.reach), (3100.0, 3000.0));
}

#[test]
fn v178_a_start_part_switched_its_watch_off_for_good() {
    let mut mission = watch(trigger(CLOSE, Trigger::ALWAYS), 0, 1000.0);
    mission.start(routine(call(
        SET_TRIGGER_STATE,
        [ship(0), num(u32::from(CLOSE)), num(0)],
    )));
    let script = script_of(&mission, &[], SET_TRIGGER_STATE);
    let simulation = run(&mission, &[], Some(0), 350);
    assert!(simulation.snapshot().triggers[0].armed);
    assert_eq!(
        no_event(&simulation.inquiry().unwrap()),
        NoEvent::WatchOff {
            at: Some(Tick(0)),
            script
        }
    );
    assert!(script.is_some());
}

#[test]
fn v167_a_watch_without_reach_and_one_that_does_not_look() {
    let no_reach = watch(trigger(PROXIMITY, Trigger::ALWAYS), 0, 100.0);
    assert_eq!(no_event(&why(&no_reach, &[], 250)), NoEvent::NoReach);
    let point = watch(
        trigger(SHIP_REACHED, Trigger::ALWAYS),
        Ship::KIND_POINT,
        100.0,
    );
    assert_eq!(no_event(&why(&point, &[], 250)), NoEvent::DoesNotLook);
    let mut alone = Mission::new(1);
    let group = alone.group();
    alone.ship_in(group, 0, [0.0; 3]);
    alone.start(routine(call(0x03, [common::group(group)])));
    alone.trigger(Owner::Ship(0), CLOSE, routine(count(0)));
    assert_eq!(no_event(&why(&alone, &[], 250)), NoEvent::NobodyNear);
}

// The player and the camera.

#[test]
fn v156_no_jump_was_offered() {
    let mission = one(1, Owner::Ship(0), trigger(READY_TO_JUMP, Trigger::ALWAYS));
    let inputs = [(10, Input::JumpDrive)];
    assert_eq!(
        no_event(&why(&mission, &inputs, 50)),
        NoEvent::NotOffered {
            variable: 0,
            asked: 1
        }
    );
}

#[test]
fn v156_the_player_did_not_jump() {
    let mission = one(1, Owner::Ship(0), trigger(READY_TO_JUMP, Trigger::ALWAYS));
    let offer = Input::SetVariable {
        variable: 0,
        value: 1,
    };
    assert_eq!(
        no_event(&why(&mission, &[(10, offer)], 50)),
        NoEvent::NotAsked {
            variable: 0,
            since: Tick(10)
        }
    );
}

#[test]
fn v156_backup_comes_once_and_to_the_player() {
    let mission = one(2, Owner::Ship(0), trigger(WANTS_BACKUP, Trigger::ALWAYS));
    let offer = Input::SetVariable {
        variable: 3,
        value: 1,
    };
    let inputs = [
        (10, offer),
        (20, Input::RequestBackup),
        (60, Input::RequestBackup),
    ];
    assert_eq!(
        no_event(&why_since(&mission, &inputs, 50, 100)),
        NoEvent::AskedBefore
    );
    let other = one(2, Owner::Ship(1), trigger(WANTS_BACKUP, Trigger::ALWAYS));
    assert_eq!(no_event(&why(&other, &inputs, 100)), NoEvent::PlayerAlone);
}

#[test]
fn v332_the_camera_never_came() {
    let points = |with_curve: bool, seconds: Option<u32>| {
        let mut mission = with_ships(1, 1);
        let points = [1, 2].map(|x| mission.ship(Ship::KIND_POINT, [9000.0 * x as f32, 0.0, 0.0]));
        if with_curve {
            mission.curve(points[0], Some(points[1]));
        }
        if let Some(seconds) = seconds {
            let arguments = [curve(0), null(), num(seconds), null(), null()];
            mission.start(routine(call(0x10, arguments)));
        }
        mission.trigger(Owner::Ship(points[1]), CAMERA, routine(count(0)));
        mission
    };
    assert_eq!(
        no_event(&why(&points(false, None), &[], 50)),
        NoEvent::NoCurve
    );
    assert_eq!(
        no_event(&why(&points(true, None), &[], 50)),
        NoEvent::NotFlown { curves: vec![0] }
    );
    let short = why(&points(true, Some(5)), &[], 50);
    assert_eq!(
        no_event(&short),
        NoEvent::CutShort {
            curve: 0,
            at: Tick(0)
        }
    );
    let whole = why(&points(true, Some(5)), &[], 600);
    assert!(matches!(whole.cause(), WhyCause::Fired(_)));
}
