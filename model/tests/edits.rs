//! Edits: each has an inverse, and references follow.

mod common;

use model::edit::{
    Edit, Editable, RecordEdit, Spot, duplicate, find_references, put, remove, rename, replace,
};
use model::source::Source;
use model::{
    AnyId, Body, Collection, CurveChange, FlightGroupChange, FormationChange, Gesture,
    GlobalChange, History, Id, Mission, MissionChange, Record, RoutineChange, Run, ShipChange,
    SquadChange, TriggerChange, Vec3,
};
use proptest::prelude::*;
use proptest::sample::Index;

fn first_sortie() -> Mission {
    Source::read(include_str!("../../examples/first-sortie.mission.yaml"))
        .unwrap()
        .mission
}

fn of(collection: Collection, id: &str) -> AnyId {
    AnyId {
        collection,
        id: id.into(),
    }
}

#[test]
fn a_rename_reaches_every_field_and_every_text() {
    let mut mission = first_sortie();
    let edit = rename(
        &mission,
        &of(Collection::FlightGroups, "freighters"),
        "convoy_ships",
    )
    .unwrap();
    let before = mission.clone();
    let undo = mission.apply(edit).unwrap();
    assert_eq!(
        mission.ships.get("mammoth_1").unwrap().flight_group,
        Some(common::id("convoy_ships"))
    );
    let text =
        |mission: &Mission, id: &str| mission.routines.get(id).unwrap().body.clone().unwrap().text;
    assert!(text(&mission, "start").contains("CreateFlightGroup(convoy_ships)"));
    assert!(text(&mission, "first_wave").contains("fight, true, convoy_ships)"));
    assert!(model::validate::check(&mission).is_empty());
    let image = |mission: &Mission| model::compile::compile(mission).image.unwrap().into_bytes();
    assert!(
        image(&mission) == image(&before),
        "an id is in no byte of the image"
    );
    mission.apply(undo).unwrap();
    assert_eq!(mission, before);
}

#[test]
fn a_rename_leaves_namesakes_alone() {
    let text = "source: 1\nflight_groups: [{id: alpha}]\nships:\n  - {id: alpha, kind: 0, \
                flight_group: alpha}\nroutines:\n  - id: r\n    run: |\n      \
                CreateFlightGroup(alpha)  # alpha\n      SetPilot(alpha, 3)\n      SetHostile(ship:alpha, \
                true)\n";
    let mut mission = Source::read(text).unwrap().mission;
    let edit = rename(&mission, &of(Collection::Ships, "alpha"), "leader").unwrap();
    mission.apply(edit).unwrap();
    assert_eq!(
        mission
            .routines
            .get("r")
            .unwrap()
            .body
            .as_ref()
            .unwrap()
            .text,
        "CreateFlightGroup(alpha)  # alpha\nSetPilot(leader, 3)\nSetHostile(ship:leader, true)\n"
    );
    assert_eq!(
        mission.ships.get("leader").unwrap().flight_group,
        Some(common::id("alpha"))
    );
}

#[test]
fn a_display_name_that_is_the_id_follows_a_rename() {
    let text = "source: 1\nglobals: [{id: score, name: (GV)score}]\nships:\n  - {id: ship_3, \
                kind: 0}\n  - {id: ship_4, kind: 0, name: the ship_4}\n  - {id: ship_5, kind: \
                0}\nroutines:\n  - id: r\n    run: |\n      SetPilot(\"ship_5\", 3)\n";
    let mut mission = Source::read(text).unwrap().mission;
    let mut named = |collection, from: &str, to: &str| {
        let edit = rename(&mission, &of(collection, from), to).unwrap();
        mission.apply(edit).unwrap();
        let name = mission.display_name(&of(collection, to)).unwrap();
        name.to_owned()
    };
    assert_eq!(named(Collection::Ships, "ship_3", "cp_a"), "cp_a");
    assert_eq!(named(Collection::Ships, "ship_4", "cp_b"), "the ship_4");
    assert_eq!(named(Collection::Globals, "score", "points"), "(GV)points");
    let quoted = named(Collection::Ships, "ship_5", "cp_c");
    assert_eq!(quoted, "ship_5", "the routine calls it by its name");
}

#[test]
fn references_are_found_before_a_delete_and_cleared_by_it() {
    let mut mission = first_sortie();
    let mammoth = of(Collection::Ships, "mammoth_1");
    let mut fields: Vec<_> = find_references(&mission, &mammoth)
        .into_iter()
        .map(|it| it.field.unwrap())
        .collect();
    fields.sort_unstable();
    assert!(
        fields.contains(&"members") && fields.contains(&"with"),
        "{fields:?}"
    );
    let before = mission.clone();
    let undo = mission
        .apply(remove(
            &mission,
            &[mammoth.clone(), of(Collection::Ships, "mammoth_2")],
        ))
        .unwrap();
    assert_eq!(mission.squads.get("convoy").unwrap().members.len(), 1);
    assert!(
        find_references(&mission, &mammoth)
            .iter()
            .all(|it| it.field == Some("run"))
    );
    mission.apply(undo).unwrap();
    assert_eq!(mission, before);
}

#[test]
fn copies_refer_to_copies() {
    let mut mission = first_sortie();
    let ids: Vec<AnyId> = ["cam_1", "cam_1_out", "cam_2", "cam_2_in"]
        .map(|id| of(Collection::Ships, id))
        .into_iter()
        .chain([of(Collection::Curves, "flyby_1")])
        .collect();
    let (edit, copies) = duplicate(&mission, &ids, Vec3::new(5000.0, 0.0, 0.0));
    let before = mission.clone();
    let undo = mission.apply(edit).unwrap();
    assert_eq!(copies.len(), 5);
    let curve = mission.curves.get(&copies[4].id).unwrap();
    for (ship, copy) in curve.ships().into_iter().zip([0, 2, 1, 3]) {
        assert_eq!(ship.unwrap().as_str(), &*copies[copy].id);
    }
    assert_eq!(mission.curves.get("flyby_1"), before.curves.get("flyby_1"));
    let place = |id: &str| mission.ships.get(id).unwrap().position;
    for (original, copy) in ids.iter().zip(&copies).take(4) {
        let beside = place(&copy.id).minus(place(&original.id));
        assert_eq!(beside, Vec3::new(5000.0, 0.0, 0.0));
    }
    mission.apply(undo).unwrap();
    assert_eq!(mission, before);
}

#[test]
fn records_are_put_where_asked_and_keep_their_order_among_themselves() {
    let ids = |mission: &Mission| -> Vec<String> {
        let ships = mission.ships.iter().take(5);
        ships.map(|it| it.id.to_string()).collect()
    };
    let ship = |id: &str| of(Collection::Ships, id);
    let before = first_sortie();
    let original = ["player", "alpha_2", "alpha_3", "alpha_4", "reliant"];
    assert_eq!(ids(&before), original);
    for (moved, spot, wanted) in [
        (
            &["alpha_4", "alpha_2"][..],
            Spot::Before(ship("player")),
            ["alpha_2", "alpha_4", "player", "alpha_3", "reliant"],
        ),
        (
            &["player"],
            Spot::After(ship("alpha_3")),
            ["alpha_2", "alpha_3", "player", "alpha_4", "reliant"],
        ),
        // Beside one that moves along.
        (
            &["alpha_2", "alpha_3"],
            Spot::After(ship("alpha_2")),
            original,
        ),
        (
            &["alpha_3", "reliant"],
            Spot::Before(ship("alpha_3")),
            ["player", "alpha_2", "alpha_3", "reliant", "alpha_4"],
        ),
        (
            &["player", "alpha_3"],
            Spot::End,
            ["alpha_2", "alpha_4", "reliant", "mammoth_1", "mammoth_2"],
        ),
    ] {
        let mut mission = before.clone();
        let records: Vec<AnyId> = moved.iter().map(|id| ship(id)).collect();
        let edit = put(&mission, Collection::Ships, &records, &spot);
        assert_eq!(edit.is_empty(), wanted == original, "{moved:?} {spot:?}");
        let undo = mission.apply(edit).unwrap();
        assert_eq!(ids(&mission), wanted, "{moved:?} {spot:?}");
        mission.apply(undo).unwrap();
        assert_eq!(mission, before);
    }
}

#[test]
fn what_cannot_be_done_changes_nothing() {
    let mut mission = first_sortie();
    let before = mission.clone();
    let ship = mission.ships.at(0).unwrap().clone();
    let bad = Edit::All(vec![
        Edit::Mission(MissionChange::Number(Some(9))),
        Edit::remove(&ship.id),
        Edit::insert(900, ship.clone()),
    ]);
    let error = mission.apply(bad).unwrap_err();
    assert_eq!(
        error.to_string(),
        "place 900 lies past the 20 records of the collection"
    );
    assert_eq!(mission, before);
    let twin = mission.apply(Edit::insert(0, ship)).unwrap_err();
    assert_eq!(twin.to_string(), "there is a ship player already");
    assert!(rename(&mission, &of(Collection::Ships, "player"), "not an id").is_err());
}

#[test]
fn a_gesture_is_one_step() {
    let mut mission = first_sortie();
    let before = mission.clone();
    let mut history = History::new();
    let id: Id<model::Ship> = common::id("sabre_1");
    for x in 0..50u16 {
        let edit = Edit::change(&id, ShipChange::Position(Vec3::new(f32::from(x), 0.0, 0.0)));
        history
            .apply(&mut mission, "Move", Some(Gesture(1)), edit)
            .unwrap();
    }
    let edit = Edit::change(&id, ShipChange::Position(Vec3::new(9.0, 9.0, 9.0)));
    history
        .apply(&mut mission, "Move", Some(Gesture(2)), edit)
        .unwrap();
    assert_eq!(history.entries().len(), 2);
    history.undo(&mut mission).unwrap();
    assert_eq!(
        mission.ships.get("sabre_1").unwrap().position,
        Vec3::new(49.0, 0.0, 0.0)
    );
    assert_eq!(history.undo(&mut mission).unwrap().as_deref(), Some("Move"));
    assert_eq!(mission, before);
    assert!(history.is_saved());
    assert_eq!(history.redo_label(), Some("Move"));
}

#[test]
fn an_edit_after_an_undo_loses_no_redo() {
    let mut mission = first_sortie();
    let mut history = History::new();
    let number = |n| Edit::Mission(MissionChange::Number(Some(n)));
    history
        .apply(&mut mission, "One", None, number(11))
        .unwrap();
    history.undo(&mut mission).unwrap();
    history
        .apply(&mut mission, "Two", None, number(12))
        .unwrap();
    assert_eq!(history.branches(), 1, "the first edit is still in the tree");
    history
        .apply(&mut mission, "Same", None, number(12))
        .unwrap();
    assert_eq!(
        history.entries().len(),
        1,
        "an edit that changes nothing is no step"
    );
    history.go_to(&mut mission, 0).unwrap();
    assert_eq!(mission, first_sortie());
}

/// One of a thousand things that a hand can do.
#[derive(Debug, Clone)]
enum Act {
    Move(Index, Index),
    Remove(Index),
    RemoveAll(Vec<Index>),
    Rename(Index, u32),
    Copy(Vec<Index>),
    Name(Index, Option<String>),
    Field(Index, u16),
    Text(Index, String),
    Head(Option<u16>),
}

fn act() -> impl Strategy<Value = Act> {
    let index = proptest::prelude::any::<Index>;
    prop_oneof![
        (index(), index()).prop_map(|(a, b)| Act::Move(a, b)),
        index().prop_map(Act::Remove),
        prop::collection::vec(index(), 0..3).prop_map(Act::RemoveAll),
        (index(), any::<u32>()).prop_map(|(a, n)| Act::Rename(a, n)),
        prop::collection::vec(index(), 1..3).prop_map(Act::Copy),
        (index(), prop::option::of("[a-z ]{0,6}")).prop_map(|(a, n)| Act::Name(a, n)),
        (index(), any::<u16>()).prop_map(|(a, n)| Act::Field(a, n)),
        (index(), "[a-z()\n ]{0,20}").prop_map(|(a, t)| Act::Text(a, t)),
        prop::option::of(any::<u16>()).prop_map(Act::Head),
    ]
}

fn all_ids(mission: &Mission) -> Vec<AnyId> {
    Collection::ALL
        .iter()
        .flat_map(|it| mission.ids(*it))
        .collect()
}

fn pick(mission: &Mission, index: &Index) -> Option<AnyId> {
    let ids = all_ids(mission);
    (!ids.is_empty()).then(|| index.get(&ids).clone())
}

fn moved<R: Editable>(mission: &Mission, record: &AnyId, to: &Index) -> Option<Edit> {
    let id = record.of::<R>()?;
    Some(R::edit(RecordEdit::Move {
        id,
        to: to.index(R::table(mission).len()),
    }))
}

fn edit_of(mission: &Mission, act: &Act) -> Option<Edit> {
    Some(match act {
        Act::Head(number) => Edit::Mission(MissionChange::Number(*number)),
        Act::Remove(index) => remove(mission, &[pick(mission, index)?]),
        Act::RemoveAll(indices) => remove(
            mission,
            &indices
                .iter()
                .filter_map(|it| pick(mission, it))
                .collect::<Vec<_>>(),
        ),
        Act::Rename(index, n) => rename(mission, &pick(mission, index)?, &format!("n{n}")).ok()?,
        Act::Copy(indices) => {
            let ids: Vec<_> = indices.iter().filter_map(|it| pick(mission, it)).collect();
            duplicate(mission, &ids, Vec3::new(5000.0, 0.0, 0.0)).0
        }
        Act::Move(index, to) => {
            let record = pick(mission, index)?;
            moved::<model::Ship>(mission, &record, to)
                .or_else(|| moved::<model::Trigger>(mission, &record, to))
                .or_else(|| moved::<model::Routine>(mission, &record, to))
                .or_else(|| moved::<model::Squad>(mission, &record, to))?
        }
        Act::Name(index, name) => {
            let record = pick(mission, index)?;
            if let Some(id) = record.of::<model::Ship>() {
                Edit::change(&id, ShipChange::Name(name.clone()))
            } else if let Some(id) = record.of::<model::FlightGroup>() {
                Edit::change(&id, FlightGroupChange::Name(name.clone()))
            } else if let Some(id) = record.of::<model::Formation>() {
                Edit::change(&id, FormationChange::Name(name.clone()))
            } else {
                let id = record.of::<model::Global>()?;
                Edit::change(&id, GlobalChange::Name(name.clone()))
            }
        }
        Act::Field(index, n) => {
            let record = pick(mission, index)?;
            let byte = n.to_le_bytes()[0];
            if let Some(id) = record.of::<model::Ship>() {
                Edit::change(&id, ShipChange::Kind(*n))
            } else if let Some(id) = record.of::<model::Curve>() {
                Edit::change(&id, CurveChange::End(None))
            } else if let Some(id) = record.of::<model::Squad>() {
                Edit::change(&id, SquadChange::ObjectId(Some(*n)))
            } else if let Some(id) = record.of::<model::Routine>() {
                Edit::change(&id, RoutineChange::Start(byte > 127))
            } else {
                let id = record.of::<model::Trigger>()?;
                Edit::change(&id, TriggerChange::Condition(byte))
            }
        }
        Act::Text(index, text) => {
            let record = pick(mission, index)?;
            let body = Body::new(text.clone());
            if let Some(id) = record.of::<model::Routine>() {
                Edit::change(&id, RoutineChange::Body(Some(body)))
            } else {
                let id = record.of::<model::Trigger>()?;
                Edit::change(&id, TriggerChange::Run(Run::Body(body)))
            }
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn one_mission_takes_the_place_of_another_and_back(
        old in common::any_mission(),
        new in common::any_mission(),
    ) {
        let mut mission = old.clone();
        let inverse = mission.apply(replace(&old, &new)).unwrap();
        let wanted = Mission { residue: old.residue.clone(), ..new };
        prop_assert_eq!(&mission, &wanted);
        mission.apply(inverse).unwrap();
        prop_assert_eq!(mission, old);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn a_thousand_edits_and_as_many_undos_give_the_mission_back(
        start in common::any_mission(),
        acts in prop::collection::vec(act(), 1000),
    ) {
        let mut mission = start.clone();
        let mut history = History::new();
        let mut steps = 0;
        for act in &acts {
            let Some(edit) = edit_of(&mission, act) else { continue };
            let before = history.depth();
            if history.apply(&mut mission, "Edit", None, edit).is_ok() {
                steps += history.depth() - before;
            }
        }
        let end = mission.clone();
        for _ in 0..steps {
            prop_assert!(history.undo(&mut mission).unwrap().is_some());
        }
        prop_assert!(mission == start);
        prop_assert!(history.is_saved());
        for _ in 0..steps {
            history.redo(&mut mission).unwrap();
        }
        prop_assert!(mission == end);
    }
}

#[test]
fn edits_are_data() {
    let mission = first_sortie();
    let edit = rename(&mission, &of(Collection::Ships, "player"), "hero").unwrap();
    let text = serde_json::to_string(&edit).unwrap();
    assert_eq!(serde_json::from_str::<Edit>(&text).unwrap(), edit);
}

#[test]
fn every_record_has_an_id_among_all() {
    let mission = first_sortie();
    let ship = mission.ships.at(0).unwrap();
    assert_eq!(ship.any_id().of::<model::Ship>(), Some(ship.id.clone()));
    assert_eq!(ship.any_id().of::<model::Squad>(), None);
    assert_eq!(mission.position(&ship.any_id()), Some(0));
}
