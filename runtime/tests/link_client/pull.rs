//! Where ships came to be, for the document.

use formats::records::Ship;
use formats::{Image, Tables};
use proptest::prelude::*;
use runtime::link::ToGame;
use runtime::link::edits::{LeftOut, PulledPlace, WhyLeftOut, pull_places, taken};

use crate::mission::{Run, UNMADE, changed, mission};

#[test]
fn moved_ships_are_told_and_the_others_not() {
    let basis = changed(&mission(), |t| {
        (t.ships[2].yaw, t.ships[2].roll) = (-90, 15)
    });
    let mut run = Run::of(&basis);
    run.take(&[ToGame::MoveShip {
        object_id: 2,
        unknown: 0,
        place: [4.0, 5.0, 6.0],
    }]);
    let pulled = pull_places(&basis, &run.file(), &run.state(), Some);
    // It heads as it did: a yaw of -90 is one of 270, less what the game cuts off.
    let expected = PulledPlace {
        ship: 2,
        place: [4.0, 5.0, 6.0],
        angles: [-90, 0, 15],
    };
    assert_eq!(pulled.places, [expected]);
    let unmade = LeftOut {
        ship: UNMADE as u16,
        why: WhyLeftOut::NotMade,
    };
    assert_eq!(pulled.left_out, [unmade]);
}

#[test]
fn a_heading_is_told_with_the_documents_roll() {
    let document = changed(&mission(), |t| t.ships[1].roll = 33);
    let running = changed(&document, |t| {
        for ship in &mut t.ships {
            ship.runtime_position = ship.position;
            (ship.runtime_yaw, ship.runtime_pitch) = (ship.yaw, ship.pitch);
        }
        // The pitch of a nose at (120, -10) as the game keeps it (engine-facts 2): 180 more than the
        // angle of 0.174 up and -0.492 ahead, which is 160.6.
        (t.ships[1].runtime_yaw, t.ships[1].runtime_pitch) = (120, 340);
    });
    let state = Run::of(&document).state();
    let pulled = pull_places(&document, &running, &state, Some);
    let expected = PulledPlace {
        ship: 1,
        place: [5e5, 0.0, 0.0],
        angles: [120, -10, 33],
    };
    assert_eq!(pulled.places, [expected]);
}

#[test]
fn a_ship_is_known_by_what_the_caller_says_and_not_by_its_number() {
    let basis = mission();
    let run = Run::of(&basis);
    // The second ship is gone from the document, and its number and its object ID went to the next.
    let document = changed(&basis, |t| {
        t.ships.remove(1);
        for (ship, id) in t.ships.iter_mut().zip(0..) {
            ship.object_id = id;
        }
        t.ships[1].position = [7.0, 8.0, 9.0];
    });
    let same = |ship: u16| Some(if ship == 0 { 0 } else { ship + 1 });
    let pulled = pull_places(&document, &run.file(), &run.state(), same);
    let there = Tables::read(&basis).ships[2].position;
    let [one] = pulled.places.as_slice() else {
        panic!("{pulled:?}");
    };
    assert_eq!((one.ship, one.place), (1, there));
    // The game was brought to where it has the ship, so that nothing of it is to be sent.
    let after = changed(&document, |t| t.ships[1].position = there);
    let now = changed(&basis, |t| t.ships[2].position = [1.0, 2.0, 3.0]);
    let brought = taken(&now, &after, &[(2, 1)]).unwrap();
    assert_eq!(Tables::read(&brought).ships[2].position, there);
    assert_eq!(Tables::read(&brought).ships[1], Tables::read(&now).ships[1]);
}

#[test]
fn ships_that_are_gone_or_others_are_left_out_with_the_reason() {
    let document = mission();
    let state = Run::of(&document).state();
    let running = changed(&document, |t| {
        for ship in &mut t.ships {
            ship.runtime_position = ship.position;
        }
        t.ships[1].flags = 1;
        t.ships[3].runtime_position[0] = f32::INFINITY;
        t.ships.truncate(8);
    });
    // Ship 2 is another one than that at its place.
    let same = |ship| (ship != 2).then_some(ship);
    let pulled = pull_places(&document, &running, &state, same);
    assert_eq!(pulled.places, []);
    let left: Vec<(u16, WhyLeftOut)> = pulled.left_out.iter().map(|it| (it.ship, it.why)).collect();
    let expected = [
        (1, WhyLeftOut::Destroyed),
        (2, WhyLeftOut::OtherMission),
        (3, WhyLeftOut::NoPlace),
        (4, WhyLeftOut::NotMade),
        (8, WhyLeftOut::OtherMission),
    ];
    assert_eq!(left, expected);
    assert_eq!(
        pulled.left_out[0].to_string(),
        "ship 1 stays where it is: it is destroyed in the running mission"
    );
    assert_eq!(document.records::<Ship>().count(), 9);
}

/// A ship and a curve's point head so; the angles that they come back with.
fn pulled(own: [i16; 3], now: [i16; 3]) -> Vec<PulledPlace> {
    let document = heads(&mission(), own);
    let mut run = Run::of(&heads(&document, now));
    run.tick(1);
    let (file, state) = (run.file(), run.state());
    pull_places(&document, &file, &state, Some).places
}

fn heads(image: &Image, [yaw, pitch, roll]: [i16; 3]) -> Image {
    changed(image, |t| {
        for ship in [1, 5] {
            let ship = &mut t.ships[ship];
            (ship.yaw, ship.pitch, ship.roll) = (yaw, pitch, roll);
        }
    })
}

/// Where a nose points: a yaw of 90 has it on +X, and a positive pitch lifts it, up being -Y
/// (engine-facts 2).
fn nose(yaw: i16, pitch: i16) -> [f64; 3] {
    let (yaw, pitch) = (f64::from(yaw).to_radians(), f64::from(pitch).to_radians());
    [
        yaw.sin() * pitch.cos(),
        -pitch.sin(),
        yaw.cos() * pitch.cos(),
    ]
}

fn degrees_between(one: [f64; 3], other: [f64; 3]) -> f64 {
    let cosine: f64 = one.into_iter().zip(other).map(|(a, b)| a * b).sum();
    cosine.clamp(-1.0, 1.0).acos().to_degrees()
}

#[test]
fn a_turned_point_has_the_angles_that_an_author_gives() {
    // The game keeps a pitch of -28 as 332 of a nose that points back.
    let turned: [[i16; 2]; 5] = [[180, -28], [-170, -10], [60, -10], [350, 45], [0, -28]];
    let expected: [[i16; 2]; 5] = [[180, -28], [-170, -10], [60, -10], [-10, 45], [0, -28]];
    for ([yaw, pitch], expected) in turned.into_iter().zip(expected) {
        let pulled = pulled([0, 0, 7], [yaw, pitch, 0]);
        let angles: Vec<[i16; 3]> = pulled.iter().map(|it| it.angles).collect();
        // The ship, and the point.
        let [yaw, pitch] = expected;
        assert_eq!(angles, [[yaw, pitch, 7]; 2]);
    }
}

fn any_angles() -> impl Strategy<Value = [i16; 3]> {
    let straight = prop::sample::select(vec![-360_i16, -270, -180, -90, 0, 90, 180, 270, 360]);
    let angle = || prop_oneof![2 => -360_i16..=360, 1 => straight.clone()];
    [angle(), angle(), angle()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_ship_that_has_not_moved_or_turned_gives_nothing(own in any_angles()) {
        prop_assert_eq!(pulled(own, own), []);
        // Whatever whole turns the author took off or put on.
        let [yaw, pitch, roll] = own;
        prop_assert_eq!(pulled([yaw % 360, pitch, roll], own), []);
    }

    #[test]
    fn a_ship_that_turned_heads_as_it_does(own in any_angles(), now in any_angles()) {
        let [yaw, pitch, _] = now;
        let there = nose(yaw, pitch);
        for place in pulled(own, now) {
            let [new_yaw, new_pitch, roll] = place.angles;
            prop_assert_eq!(roll, own[2]);
            prop_assert!((-360..=360).contains(&new_yaw) && (-360..=360).contains(&new_pitch));
            // To the sides the game tells little of how a nose rises.
            if there[2].abs() > 0.2 {
                let apart = degrees_between(nose(new_yaw, new_pitch), there);
                prop_assert!(apart < 1.6, "{:?} for {:?}: {}", place, now, apart);
            }
        }
    }
}
