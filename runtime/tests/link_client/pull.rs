//! Where ships came to be, for the document.

use formats::records::Ship;
use runtime::link::ToGame;
use runtime::link::edits::{LeftOut, PulledPlace, WhyLeftOut, pull_places};

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
    let pulled = pull_places(&basis, &run.file(), &run.state());
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
        (t.ships[1].runtime_yaw, t.ships[1].runtime_pitch) = (120, -10);
    });
    let state = Run::of(&document).state();
    let pulled = pull_places(&document, &running, &state);
    let expected = PulledPlace {
        ship: 1,
        place: [5e5, 0.0, 0.0],
        angles: [120, -10, 33],
    };
    assert_eq!(pulled.places, [expected]);
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
        t.ships[2].object_id = 77;
        t.ships[3].runtime_position[0] = f32::INFINITY;
        t.ships.truncate(8);
    });
    let pulled = pull_places(&document, &running, &state);
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
