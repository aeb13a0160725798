//! Edits that make ships anew, and a mission as full of ships as one can be, over the engine's own
//! process.

use std::sync::Arc;

use formats::records::Ship;
use formats::{Image, Tables};
use runtime::SLOTS;
use runtime::link::client::{ClientEvent, ClientOptions, WatchRate};
use runtime::link::edits::{Edits, Moment, Peer, messages};
use runtime::link::{State, ToGame};

use crate::common::{Mission, all, call, group, routine};
use crate::mission::{changed, mission, tags};
use crate::process::Engine;
use crate::watched::Watched;

fn watched(engine: &Engine) -> Watched {
    let options = ClientOptions {
        mission_files: WatchRate::PerSecond(60),
        ..ClientOptions::default()
    };
    let mut editor = Watched::with(engine.port, options);
    editor.until_start();
    editor
}

fn state_that(editor: &mut Watched, is: impl Fn(&State) -> bool) -> Arc<State> {
    editor.until(|event| match event {
        ClientEvent::State(state) if is(state) => Some(state.clone()),
        _ => None,
    })
}

fn file_that(editor: &mut Watched, is: impl Fn(&Tables) -> bool) -> Arc<Image> {
    editor.until(|event| match event {
        ClientEvent::MissionFile { image, .. } if is(&Tables::read(image)) => Some(image.clone()),
        _ => None,
    })
}

/// Sends what brings the basis to what is wanted; gives the tags of it.
fn send(editor: &mut Watched, basis: &Image, wanted: &Image) -> Vec<u16> {
    let state = state_that(editor, |it| it.ships.contains_key(&2));
    let file = file_that(editor, |_| true);
    let moment = Moment {
        file: &file,
        state: &state,
        flags: &[],
        peer: Peer::of(&editor.client.capabilities()),
    };
    let Edits::Live { messages, .. } = messages(basis, wanted, &moment) else {
        panic!("it can be sent");
    };
    editor.client.send_all(&messages).unwrap();
    tags(&messages)
}

/// What follows in the file of what was copied, and what a ship that was made anew is.
#[test]
fn kinds_pilots_squads_and_groups_change_in_a_game_that_plays() {
    let basis = mission();
    let engine = Engine::of(&basis);
    let mut editor = watched(&engine);
    let wanted = changed(&basis, |t| {
        t.ships[1].kind = 5;
        t.ships[2].pilot = 3;
        t.ships[2].loadout = 2;
        t.ships[3].flight_group = 1;
        t.squad_members[1].object_id = 3;
        // The game writes these itself, so that the author's count for nothing.
        t.ships[3].flags = 1;
    });
    let first = state_that(&mut editor, |it| it.ships.contains_key(&2));
    let sent = send(&mut editor, &basis, &wanted);
    assert_eq!(sent, [0x0B, 0x06, 0x0F, 0x12, 0x12]);
    let file = file_that(&mut editor, |it| it.ships[1].kind == 5);
    let (now, old) = (Tables::read(&file), Tables::read(&basis));
    let members = |tables: &Tables| -> Vec<u16> {
        let members = tables.squad_members.iter();
        members.map(|it| it.object_id).collect()
    };
    assert_eq!(members(&now), members(&Tables::read(&wanted)));
    assert_eq!(now.ships[3].flight_group, 1);
    // Three of the four ships of group 0 are left in it.
    let counts: Vec<u8> = now.flight_groups.iter().map(|it| it.ship_count).collect();
    assert_eq!(counts, [3, 2]);
    // The mission's own records keep what no message copies.
    assert_eq!(now.ships[2].pilot, old.ships[2].pilot);
    assert_eq!(now.ships[2].loadout, old.ships[2].loadout);
    assert_eq!(now.ships[3].flags, 0);
    // The ships that were made anew are in play, where they were, with the order that they began with.
    let state = state_that(&mut editor, |_| true);
    let file = file_that(&mut editor, |_| true);
    for ship in [1, 2, 3] {
        assert_eq!(state.ships.get(&ship), first.ships.get(&ship), "{ship}");
        let ship = usize::from(ship);
        let place = Tables::read(&file).ships[ship].runtime_position;
        let own = old.ships[ship].position;
        let apart = place.iter().zip(own).map(|(a, b)| (a - b).abs());
        assert!(apart.fold(0.0, f32::max) < 1e4, "{place:?}, {own:?}");
    }
    // It stays the mission that is wanted: nothing is left to be sent.
    assert_eq!(send(&mut editor, &wanted, &wanted), [0_u16; 0]);
    editor.end();
}

/// The most ships that a mission has (the original's list of tables).
const MOST_SHIPS: usize = 512;
/// One of the last ships that have a slot.
const LAST: u16 = 390;

#[test]
fn a_mission_full_of_ships_is_played_and_edited() {
    let mut full = Mission::new(1);
    let groups: Vec<usize> = (0..4).map(|_| full.group()).collect();
    for n in 0..MOST_SHIPS {
        let place = [1e5 * (n % 32) as f32, 0.0, 1e5 * (n / 32) as f32];
        full.ship_in(groups[n % 4], 0, place);
    }
    let [one, two, three, four] = [0, 1, 2, 3].map(|it| call(0x03, [group(groups[it])]));
    full.start(routine(all([one, two, three, four])));
    let basis = full.image();
    assert_eq!(basis.records::<Ship>().count(), MOST_SHIPS);
    let engine = Engine::of(&basis);
    let mut editor = watched(&engine);
    // Each state and each file fits in a frame, or the link would end.
    let state = state_that(&mut editor, |it| it.ships.contains_key(&LAST));
    assert!(state.ships.keys().all(|ship| usize::from(*ship) < SLOTS));
    let place = [7e6, -3e5, 9e6];
    let wanted = changed(&basis, |t| {
        t.ships[usize::from(LAST)].position = place;
        // No more than there are slots are ever in play.
        t.ships[511].position = place;
        // Group 0 of such a mission cannot be made: its place is the one just past the last ship's, which
        // counts as a ship's (script-vm V35).
        t.ships[301].yaw = 90;
    });
    assert_eq!(send(&mut editor, &basis, &wanted), [0x01, 0x12]);
    let file = file_that(&mut editor, |it| {
        it.ships[usize::from(LAST)].runtime_position == place && it.ships[301].runtime_yaw == 90
    });
    assert_eq!(file.records::<Ship>().count(), MOST_SHIPS);
    // The largest message that an editor has, too: all their records at once.
    let wanted = changed(&wanted, |t| {
        t.ships.iter_mut().for_each(|ship| ship.launch_gate = 2);
    });
    assert_eq!(send(&mut editor, &wanted, &wanted), [0_u16; 0]);
    let records = wanted.counted(formats::SectionId::Ships).to_vec();
    editor.client.send(ToGame::CopyShips(records)).unwrap();
    file_that(&mut editor, |it| {
        it.ships.iter().all(|it| it.launch_gate == 2)
    });
    let state = state_that(&mut editor, |_| true);
    assert!(state.ships.contains_key(&LAST));
    editor.end();
}
