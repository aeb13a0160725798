//! Places and headings, which go while another edit waits for a start anew.

use formats::records::{FlightGroup, Ship};
use formats::{Image, SectionId, Tables};
use runtime::link::ToGame;
use runtime::link::edits::{Edits, Meanwhile, Peer, Reason};

use crate::mission::{Run, changed, mission, tags, with_section};

/// Bytes of a name of the pool, with its end.
const NAME_BYTES: u16 = 3;

/// The mission with a name of its own for each ship: `s0` to `s8`, and `s9` for one more.
fn named() -> Image {
    let image = with_section(&mission(), SectionId::Strings, |pool| {
        *pool = vec![0];
        for ship in 0..10 {
            pool.extend(format!("s{ship}\0").into_bytes());
        }
    });
    changed(&image, |t| {
        for (ship, place) in t.ships.iter_mut().zip(0..) {
            ship.name = 1 + NAME_BYTES * place;
        }
    })
}

/// Adds a ship at a place, as an editor that counts the object IDs through again.
fn insert(tables: &mut Tables, at: usize) {
    let ship = Ship {
        name: 1 + NAME_BYTES * 9,
        ..tables.ships[3].clone()
    };
    tables.ships.insert(at, ship);
    count_through(tables);
}

fn count_through(tables: &mut Tables) {
    for (ship, id) in tables.ships.iter_mut().zip(0..) {
        ship.object_id = id;
    }
}

fn waits(run: &Run, basis: &Image, wanted: &Image, peer: Peer) -> (Vec<Reason>, Option<Meanwhile>) {
    match run.edits(basis, wanted, peer) {
        Edits::Restart { reasons, meanwhile } => (reasons, meanwhile.map(|it| *it)),
        live => panic!("nothing waits: {live:?}"),
    }
}

fn moved(object_id: u32, place: [f32; 3]) -> ToGame {
    ToGame::MoveShip {
        object_id,
        unknown: 0,
        place,
    }
}

#[test]
fn ships_move_while_a_new_one_waits() {
    let basis = named();
    for at in [0, 1, 2, 9] {
        let mut run = Run::of(&basis);
        let wanted = changed(&basis, |t| {
            t.ships[1].position = [1e4, 2e4, 3e4];
            insert(t, at);
        });
        let (reasons, meanwhile) = waits(&run, &basis, &wanted, Peer::Other);
        let (running, wanted_count) = (9, 10);
        assert!(
            reasons.contains(&Reason::Ships {
                running,
                wanted: wanted_count
            }),
            "{reasons:?}"
        );
        let meanwhile = meanwhile.unwrap();
        // It is named by the ID that it has in the game.
        assert_eq!(meanwhile.messages, [moved(1, [1e4, 2e4, 3e4])]);
        let reached = changed(&basis, |t| t.ships[1].position = [1e4, 2e4, 3e4]);
        assert_eq!(meanwhile.basis, reached);
        run.take(&meanwhile.messages);
        // What went does not go again, and the next goes alone.
        let (_, none) = waits(&run, &meanwhile.basis, &wanted, Peer::Other);
        assert_eq!(none, None);
        let wanted = changed(&wanted, |t| {
            let ship = t.ships.iter_mut().find(|it| it.name == 1 + NAME_BYTES * 2);
            ship.unwrap().position = [0.0, 0.0, 7e5];
        });
        let (_, next) = waits(&run, &meanwhile.basis, &wanted, Peer::Other);
        assert_eq!(next.unwrap().messages, [moved(2, [0.0, 0.0, 7e5])]);
    }
}

#[test]
fn the_ship_behind_one_that_went_stays_where_it_is() {
    let basis = named();
    let wanted = changed(&basis, |t| {
        t.ships.remove(1);
        count_through(t);
        t.ships[2].position[1] = 4e5;
    });
    let (_, meanwhile) = waits(&Run::of(&basis), &basis, &wanted, Peer::OwnEngine);
    let place = Tables::read(&basis).ships[3].position;
    let expected = moved(3, [place[0], 4e5, place[2]]);
    assert_eq!(meanwhile.unwrap().messages, [expected]);
}

#[test]
fn ships_that_no_name_tells_apart_wait() {
    let basis = changed(&named(), |t| t.ships[2].name = t.ships[1].name);
    let wanted = changed(&basis, |t| {
        t.ships[1].position[1] = 4e5;
        t.ships[3].position[1] = 4e5;
        t.ships[0].kind = 3;
        insert(t, 0);
    });
    let (_, meanwhile) = waits(&Run::of(&basis), &basis, &wanted, Peer::OwnEngine);
    let messages = meanwhile.unwrap().messages;
    let place = Tables::read(&basis).ships[3].position;
    assert_eq!(messages, [moved(3, [place[0], 4e5, place[2]])]);
}

#[test]
fn a_heading_goes_with_what_the_ship_is_in_the_game() {
    let basis = named();
    let wanted = changed(&basis, |t| {
        (t.ships[1].yaw, t.ships[1].roll) = (90, -20);
        t.ships[1].pilot = 3;
        t.globals[0].value = 7;
        t.flight_groups.push(FlightGroup::default());
    });
    let mut run = Run::of(&basis);
    let (_, meanwhile) = waits(&run, &basis, &wanted, Peer::OwnEngine);
    let meanwhile = meanwhile.unwrap();
    let [ToGame::RemakeShip(record)] = &meanwhile.messages[..] else {
        panic!("{meanwhile:?}");
    };
    let old = Tables::read(&basis).ships[1].clone();
    let record = formats::records::Record::read(record);
    let expected = Ship {
        yaw: 90,
        roll: -20,
        ..old
    };
    assert_eq!(record, Some(expected));
    run.take(&meanwhile.messages);
    run.tick(1);
    assert_eq!(Tables::read(&run.file()).ships[1].runtime_yaw, 90);
    // Another game makes no ship anew rightly, and is told the places alone.
    let wanted = changed(&wanted, |t| t.ships[2].position[1] = 4e5);
    let (_, meanwhile) = waits(&Run::of(&basis), &basis, &wanted, Peer::Other);
    assert_eq!(tags(&meanwhile.unwrap().messages), [0x01]);
}

#[test]
fn a_curve_follows_and_places_that_cannot_go_hold_no_other() {
    let basis = named();
    let wanted = changed(&basis, |t| {
        t.ships[5].position = [0.0, 500.0, 5e5];
        t.ships[2].position[0] = f32::NAN;
        t.globals[0].value = 7;
    });
    let mut run = Run::of(&basis);
    let (_, meanwhile) = waits(&run, &basis, &wanted, Peer::Other);
    let meanwhile = meanwhile.unwrap();
    assert_eq!(meanwhile.messages, [moved(5, [0.0, 500.0, 5e5])]);
    let curve = &Tables::read(&meanwhile.basis).curves[0];
    assert_eq!(curve.start_point, [0.0, 500.0, 5e5]);
    run.take(&meanwhile.messages);
    let curves = |image: &Image| image.counted(SectionId::Curves).to_vec();
    assert_eq!(curves(&run.file()), curves(&meanwhile.basis));
}

#[test]
fn nothing_goes_where_no_ship_is_elsewhere() {
    let basis = named();
    let wanted = changed(&basis, |t| {
        t.globals[0].value = 7;
        // A ship that is not in play has nothing to move.
        t.ships[4].position[1] = 1.0;
    });
    let (_, meanwhile) = waits(&Run::of(&basis), &basis, &wanted, Peer::OwnEngine);
    assert_eq!(meanwhile, None);
}
