//! Missions to images and back, byte for byte.

mod common;

use formats::{Image, SectionId, Tables};
use model::compile::{compile, trigger_order};
use model::decompile::decompile;
use model::diagnostic::Severity;
use model::source::{Source, write};
use model::{Mission, Residue, Ship};
use proptest::prelude::*;
use sha2::{Digest, Sha256};

const EXAMPLES: [(&str, &str); 3] = [
    (
        "minimal",
        include_str!("../../examples/minimal.mission.yaml"),
    ),
    (
        "first-sortie",
        include_str!("../../examples/first-sortie.mission.yaml"),
    ),
    (
        "every-construct",
        include_str!("../../examples/every-construct.mission.yaml"),
    ),
];

fn example(name: &str) -> Mission {
    let (_, text) = EXAMPLES.iter().find(|(other, _)| *other == name).unwrap();
    Source::read(text).unwrap().mission
}

fn image(mission: &Mission) -> Image {
    let compiled = compile(mission);
    let told: Vec<_> = compiled
        .diagnostics
        .iter()
        .map(ToString::to_string)
        .collect();
    compiled
        .image
        .unwrap_or_else(|| panic!("{}", told.join("\n")))
}

fn again(image: &Image) -> Mission {
    decompile(image, &[]).mission
}

/// dte-format 6.2.
#[test]
fn the_minimal_example_has_the_specified_sum() {
    let sum: String = Sha256::digest(image(&example("minimal")).bytes())
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect();
    assert_eq!(
        sum,
        "686da6bf11ac541c2bc0c906bbef199ffe0e37e6f8bf43331928c948404ccf14"
    );
}

#[test]
fn the_examples_compile_without_a_word() {
    for (name, text) in EXAMPLES {
        let mission = Source::read(text).unwrap().mission;
        let found: Vec<_> = model::validate::check(&mission)
            .into_iter()
            .filter(|it| it.severity >= Severity::Warning)
            .map(|it| it.to_string())
            .collect();
        if name == "every-construct" {
            // Its triggers of every condition include two that the game never fires.
            assert!(
                found.iter().all(|it| !it.starts_with("error")),
                "{found:#?}"
            );
        } else {
            assert_eq!(found, Vec::<String>::new(), "{name}");
        }
    }
}

#[test]
fn the_examples_survive_the_way_to_bytes_and_back() {
    for (name, text) in EXAMPLES {
        let mission = Source::read(text).unwrap().mission;
        let first = image(&mission);
        assert_eq!(
            image(&mission).bytes(),
            first.bytes(),
            "{name}: built twice"
        );
        let decompiled = decompile(&first, &[]);
        // Only what no statement says is shown as instructions, and told.
        let told: Vec<_> = decompiled
            .diagnostics
            .iter()
            .map(ToString::to_string)
            .filter(|it| !it.contains("routine in"))
            .collect();
        assert_eq!(told, Vec::<String>::new(), "{name}");
        assert_eq!(
            image(&decompiled.mission).bytes(),
            first.bytes(),
            "{name}: by its residue"
        );
        let bare = Mission {
            residue: None,
            ..decompiled.mission.clone()
        };
        assert_eq!(
            image(&bare).bytes(),
            first.bytes(),
            "{name}: from its records alone"
        );
        let through_yaml = Source::read(&write(&decompiled.mission, false))
            .unwrap()
            .mission;
        assert_eq!(through_yaml, bare, "{name}");
        assert_eq!(
            image(&through_yaml).bytes(),
            first.bytes(),
            "{name}: through YAML"
        );
        let with_residue = Source::read(&write(&decompiled.mission, true))
            .unwrap()
            .mission;
        assert_eq!(with_residue, decompiled.mission, "{name}");
    }
}

#[test]
fn a_decompiled_mission_reads_like_its_source() {
    let mission = again(&image(&example("first-sortie")));
    let routine = |id: &str| mission.routines.get(id).unwrap().body.clone().unwrap().text;
    assert_eq!(
        routine("wave_gone"),
        "wavesdown += 1\nif wavesdown == 2:\n    call win\n"
    );
    assert_eq!(mission.name.as_deref(), Some("First Sortie"));
    let first: &Ship = mission.ships.at(0).unwrap();
    assert_eq!(
        (first.id.as_str(), first.name.as_deref()),
        ("player_ship", Some("Player_Ship"))
    );
    assert!(mission.ships.iter().all(|ship| ship.object_id.is_none()));
    assert!(mission.objects.is_empty());
}

/// dte-format 3.3: the triggers of an object are one slice, and its table entry counts them.
#[test]
fn slices_hold_the_triggers_of_one_object() {
    let mission = example("every-construct");
    let image = image(&mission);
    let tables = Tables::read(&image);
    let owners = tables.trigger_owners();
    assert_eq!(owners.len(), mission.triggers.len());
    assert_eq!(
        owners.iter().filter(|owner| owner.is_none()).count(),
        1,
        "the trigger of nobody"
    );
    let order = trigger_order(&mission);
    for (at, owner) in order.iter().zip(&owners) {
        let has_subject = mission.triggers.at(*at).unwrap().subject.is_some();
        assert_eq!(has_subject, owner.is_some());
    }
    // The station asked for object ID 40, past all others.
    assert_eq!(tables.objects.len(), 41);
    let station = tables
        .ships
        .iter()
        .find(|ship| ship.object_id == 40)
        .unwrap();
    assert_eq!((station.unknown_16, station.unknown_3e), (1, [2, 3]));
}

#[test]
fn every_instruction_leads_back_to_its_line() {
    let mission = example("first-sortie");
    let compiled = compile(&mission);
    let image = compiled.image.unwrap();
    let map = formats::script::RoutineMap::read(&image, &Tables::read(&image));
    let mut seen = 0;
    for (routine, _) in &map.routines {
        for (at, code) in &routine.code {
            let offset = routine.start + *at as usize;
            let (extent, mapped) = compiled.source_map.instruction_at(offset).unwrap();
            assert_eq!(extent.start, routine.start);
            assert_eq!(mapped.bytes, offset..offset + code.size());
            let text = &mission.body(&extent.owner).unwrap().text;
            assert!(text.get(mapped.span.clone()).is_some(), "{:?}", mapped.span);
            seen += 1;
        }
    }
    assert!(seen > 100);
    let win = mission.routines.get("win").unwrap();
    let owner = model::AnyId::from(&win.id);
    let text = &win.body.as_ref().unwrap().text;
    let place = text.find("flag[mission_success]").unwrap();
    let mapped = compiled.source_map.statement_from(&owner, place).unwrap();
    assert_eq!(mapped.span.start, place);
    // Each line of `win` that does something is one statement, in the order of the text.
    let statements = compiled.source_map.statements();
    let lines: Vec<&str> = statements
        .iter()
        .filter(|it| compiled.source_map.routines[it.routine].owner == owner)
        .map(|it| text[it.span.clone()].trim())
        .collect();
    assert_eq!(
        lines,
        [
            "if outcome == 0:",
            "outcome = 1",
            "SetObjective(0, 0)",
            "SetObjective(1, 2)",
            "flag[mission_success] = 3",
            "CommsFromShip(reliant, 0, \"relwin\")",
            "call go_home",
        ]
    );
}

/// A line that only heads a block has no instruction before the block's own: what runs, and what a run
/// stops before, is the block's first statement.
#[test]
fn lines_that_head_the_arms_of_a_choice_are_no_statements() {
    let text = "source: 1
globals: [{id: g}]
routines:
  - id: chance
    run: |
      random:
        below 50:
          g = 1
        below 100:
          g = 2
      random:
        below 30:
          g = 3
        else:
          g = 4
      either:
        g = 5
      or:
        g = 6
      g = 7
";
    for style in ["shipped", "rules"] {
        let source = match style {
            "shipped" => text.to_owned(),
            _ => text.replace("    run: |", "    style: rules\n    run: |"),
        };
        let mission = Source::read(&source).unwrap().mission;
        let map = compile(&mission).source_map;
        let chance = mission.routines.get("chance").unwrap();
        let owner = model::AnyId::from(&chance.id);
        let body = &chance.body.as_ref().unwrap().text;
        let mut statements = map.statements();
        statements.sort_by_key(|it| it.span.start);
        let lines: Vec<&str> = statements
            .iter()
            .map(|it| body[it.span.clone()].trim())
            .collect();
        assert_eq!(
            lines,
            [
                "random:", "g = 1", "g = 2", "random:", "g = 3", "g = 4", "either:", "g = 5",
                "g = 6", "g = 7",
            ],
            "{style}"
        );
        for (head, first) in [
            ("below 50:", "g = 1"),
            ("below 100:", "g = 2"),
            ("or:", "g = 6"),
        ] {
            let place = body.find(head).unwrap();
            let stop = map.statement_from(&owner, place).unwrap();
            assert_eq!(body[stop.span.clone()].trim(), first, "{style}: {head}");
        }
    }
}

#[test]
fn a_template_image_keeps_its_stale_bytes() {
    let mut bytes = image(&example("first-sortie")).into_bytes();
    // A stale record in the ships' room, a stale name, script past its end, an undecoded section.
    let tables = Tables::read(&Image::read(bytes.clone()).unwrap().value);
    for at in [
        SectionId::Ships.spec().offset + 76 * tables.ships.len() + 3,
        SectionId::Strings.spec().offset + 60_000,
        SectionId::Script.spec().offset + 60_001,
        SectionId::OperandsB.spec().offset + 5,
    ] {
        bytes[at] = 0xA5;
    }
    // One dword of section 11, as shipped missions count it (dte-format 2.12).
    bytes[11 * 8] = 1;
    bytes[SectionId::Targets.spec().offset] = 9;
    let read = Image::read(bytes.clone()).unwrap();
    let decompiled = decompile(&read.value, &read.warnings);
    assert_eq!(image(&decompiled.mission).bytes(), bytes);
    assert_eq!(
        decompiled.mission.sections[&SectionId::Targets].bytes,
        [9, 0, 0, 0]
    );
}

/// A residue is only as good as its image: one that is no mission is left alone.
#[test]
fn a_broken_residue_is_left_out() {
    let mut mission = example("minimal");
    mission.residue = Some(std::sync::Arc::new(Residue {
        image: vec![1, 2, 3],
    }));
    assert_eq!(image(&mission).bytes(), image(&example("minimal")).bytes());
}

#[test]
fn limits_are_told_by_how_much() {
    let mut mission = example("minimal");
    for n in 0..512 {
        mission.ships.push(Ship::new(common::id(&format!("s{n}"))));
    }
    let compiled = compile(&mission);
    assert!(compiled.image.is_none());
    let last = compiled.diagnostics.last().unwrap();
    let record = last.place.record.as_ref().map(ToString::to_string);
    assert_eq!(record.as_deref(), Some("ship s511"));
    let told = last.to_string();
    assert!(
        told.contains("513 records do not fit") && told.contains("remove 1"),
        "{told}"
    );
}

#[test]
fn dangling_references_are_told_field_by_field() {
    let text = "source: 1\nships:\n  - {id: a, kind: 0, flight_group: nowhere}\ncurves:\n  - {id: c, \
                start: a, end: gone, leaving: a, arriving: a}\ntriggers:\n  - {id: t, on: {ship: x}, \
                when: Destroyed, with: {Killer: ship:y}, routine: z}\n";
    let source = Source::read(text).unwrap();
    let compiled = compile(&source.mission);
    let mut places: Vec<_> = compiled
        .diagnostics
        .iter()
        .filter(|it| it.code == "dangling-reference")
        .map(|it| (source.position(&it.place).line, it.place.field.unwrap()))
        .collect();
    places.sort_unstable();
    assert_eq!(
        places,
        [
            (3, "flight_group"),
            (5, "end"),
            (7, "on"),
            (7, "routine"),
            (7, "with")
        ]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_missions_survive_the_way_to_bytes_and_back(mission in common::any_mission()) {
        let first = image(&mission);
        let decompiled = again(&first);
        let bare = Mission { residue: None, ..decompiled.clone() };
        prop_assert_eq!(image(&bare).bytes() == first.bytes(), true, "{:?}\n{}\n{}", differing(&first, &image(&bare)), write(&mission, false), write(&bare, false));
        prop_assert!(image(&decompiled).bytes() == first.bytes());
        let through_yaml = Source::read(&write(&decompiled, false)).unwrap().mission;
        prop_assert!(image(&through_yaml).bytes() == first.bytes());
        // What the author meant is there again, whatever the ids.
        prop_assert_eq!(bare.ships.len(), mission.ships.len());
        for (ours, theirs) in mission.ships.iter().zip(&bare.ships) {
            prop_assert_eq!(&ours.name, &theirs.name);
            prop_assert_eq!((ours.kind, ours.pilot), (theirs.kind, theirs.pilot));
            prop_assert_eq!((ours.position, ours.rotation), (theirs.position, theirs.rotation));
            prop_assert_eq!(&ours.meta.raw, &theirs.meta.raw);
        }
        for (ours, theirs) in mission.squads.iter().zip(&bare.squads) {
            prop_assert_eq!(ours.members.len(), theirs.members.len());
        }
    }

    #[test]
    fn flipped_bytes_end_nothing(flips in prop::collection::vec((0usize..0x7_53F7, any::<u8>()), 1..20)) {
        let mut bytes = image(&example("every-construct")).into_bytes();
        for (at, value) in flips { bytes[at] = value; }
        if let Ok(read) = Image::read(bytes) {
            let mission = decompile(&read.value, &read.warnings).mission;
            let text = write(&mission, false);
            let back = Source::read(&text).map_err(|p| TestCaseError::fail(format!("{}", p[0])))?;
            prop_assert_eq!(back.mission, Mission { residue: None, ..mission });
        }
    }
}

/// Sections in which two images differ.
fn differing(a: &Image, b: &Image) -> Vec<&'static str> {
    SectionId::all()
        .filter(|id| a.room(*id) != b.room(*id))
        .map(SectionId::name)
        .collect()
}

/// dte-format 3.3: all triggers of an object follow one another, and no two slices share one.
#[test]
fn triggers_of_one_number_are_one_slice() {
    let source = Source::read(
        "source: 1\nflight_groups:\n  - {id: bravo}\nships:\n  - {id: player, kind: 0}\n  - {id: \
         other, kind: 0, object_id: 7}\ntriggers:\n  - {id: a, on: {ship: other}, when: Destroyed, \
         run: \"Wait(1)\"}\n  - {id: b, on: {flight_group: bravo}, when: Destroyed, run: \
         \"Wait(2)\"}\n  - {id: c, on: {object: 7}, when: Destroyed, run: \"Wait(3)\"}\n",
    )
    .unwrap();
    let image = image(&source.mission);
    let tables = formats::Tables::read(&image);
    let slice = |id: usize| {
        let object = &tables.objects[id];
        (object.first_trigger, object.trigger_count)
    };
    // The player is object 0, the flight group 1.
    assert_eq!((slice(7), slice(1)), ((0, 2), (2, 1)));
    assert!(tables.trigger_owners().iter().all(Option::is_some));
}

#[test]
fn a_number_named_as_such_never_comes_to_mean_another_record() {
    let with = |ships: &str| {
        let text = format!(
            "source: 1\nships:\n{ships}squads:\n  - {{id: q, members: [{{object: 2}}]}}\ntriggers:\n  \
             - {{id: t, on: {{object: 3}}, when: Destroyed, run: \"Wait(1)\"}}\n"
        );
        let mission = Source::read(&text).unwrap().mission;
        let ids = model::ObjectIds::new(&mission);
        (ids.ships, ids.squads)
    };
    let two = "  - {id: a, kind: 0}\n  - {id: b, kind: 0}\n";
    let three = format!("{two}  - {{id: c, kind: 0}}\n");
    assert_eq!(with(two), (vec![0, 1], vec![4]));
    assert_eq!(with(&three), (vec![0, 1, 4], vec![5]));
}

/// dte-format 3.3: 0xFFFF is no object; the table has room for 896.
#[test]
fn object_ids_past_the_table_are_told_of_their_record() {
    let with = |id: u32| {
        let text = format!(
            "source: 1\nships:\n  - {{id: a, kind: 0}}\n  - {{id: b, kind: 0, object_id: {id}}}\n"
        );
        compile(&Source::read(&text).unwrap().mission)
    };
    let fine = with(0xFFFF);
    let tables = formats::Tables::read(&fine.image.unwrap());
    assert_eq!(
        (tables.objects.len(), tables.ships[1].object_id),
        (1, 0xFFFF)
    );
    assert_eq!(
        formats::Tables::read(&with(895).image.unwrap())
            .objects
            .len(),
        896
    );
    let told = with(896).diagnostics;
    let [error] = told.as_slice() else {
        panic!("{told:#?}")
    };
    assert_eq!(error.place.record.as_ref().unwrap().to_string(), "ship b");
    assert!(error.message.contains("object 896"), "{error}");
}

/// dte-format 2.14: the words count whatever the section's count says.
#[test]
fn command_flags_past_their_count_are_kept() {
    let mut bytes = image(&example("minimal")).bytes().to_vec();
    // The count of section 24 stands in its directory entry.
    bytes[24 * 8..24 * 8 + 2].copy_from_slice(&10u16.to_le_bytes());
    let read = Image::read(bytes).unwrap().value;
    let words = |image: &Image| {
        let room = image.room(formats::SectionId::CommandFlags);
        room[..190].to_vec()
    };
    let source = model::source::write(&decompile(&read, &[]).mission, false);
    let back = image(&Source::read(&source).unwrap().mission);
    assert_eq!(words(&back), words(&read));
}

/// Raw bytes of the object table belong to a number, and the record that bears it keeps it.
#[test]
fn kept_bytes_of_the_object_table_keep_their_number() {
    let text = "source: 1\nships:\n  - {id: a, kind: 0}\n  - {id: b, kind: 0}\nobjects:\n  - {id: 2, raw: \
                {5: \"77\"}}\n";
    let mut mission = Source::read(text).unwrap().mission;
    mission.ships.push(Ship::new(common::id("c")));
    assert_eq!(model::ObjectIds::new(&mission).ships, [0, 1, 3]);
    // An odd byte in the entry of a record that is there.
    let mut bytes = image(&example("first-sortie")).bytes().to_vec();
    bytes[0x57BF7 + 8 * 4 + 5] = 0x77;
    let mut back = decompile(&Image::read(bytes).unwrap().value, &[]).mission;
    let fourth = back.ships.at(4).unwrap().id.clone();
    let first = Ship::new(common::id("first"));
    back.apply(model::edit::Edit::insert(0, first)).unwrap();
    let ids = model::ObjectIds::new(&back);
    assert_eq!(ids.ship(&back, &fourth), Some(4));
    let tables = Tables::read(&image(&back));
    let place = back.ships.position(fourth.as_str()).unwrap();
    assert_eq!(tables.ships[place].object_id, 4);
}
