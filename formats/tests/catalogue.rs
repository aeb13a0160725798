//! The fact tables are whole, and agree with the format's own figures.

use formats::catalogue::{
    Kinds, Subject, ai_modes, command, command_by_name, commands, condition, condition_by_name,
    conditions, kind_by_name, kind_symbol, kind_title, link_messages, opcode_info, order,
    order_by_name, orders, pilot, pilot_by_name, pilots, ship_types, special_kinds, variable,
    variable_by_name, variables,
};
use formats::script::{Opcode, Shape};
use formats::tables::COMMAND_FLAGS;

#[test]
fn every_table_has_all_its_rows() {
    assert_eq!(commands().len(), 95);
    assert_eq!(conditions().len(), 35);
    assert_eq!(orders().len(), 70);
    assert_eq!(ai_modes().len(), 69);
    assert_eq!(ship_types().len(), 256);
    assert_eq!(special_kinds().len(), 9);
    assert_eq!(pilots().len(), 124 + 70);
    assert_eq!(variables().len(), 38);
    assert_eq!(link_messages().len(), 36);
    assert_eq!(Opcode::ALL.len(), 71);
}

#[test]
fn rows_stand_at_their_numbers() {
    for (i, row) in commands().iter().enumerate() {
        assert_eq!(usize::from(row.index), i);
    }
    for (i, row) in conditions().iter().enumerate() {
        assert_eq!(usize::from(row.index), i);
    }
    for (i, row) in ship_types().iter().enumerate() {
        assert_eq!(usize::from(row.number), i);
    }
    for (i, row) in pilots().iter().enumerate() {
        assert_eq!(usize::from(row.number), i);
    }
    for (i, row) in variables().iter().enumerate() {
        assert_eq!(usize::from(row.number), i);
    }
    assert!(orders().is_sorted_by_key(|order| order.number));
    let numbers: Vec<u16> = (0..=45).chain(100..=122).chain([200]).collect();
    assert!(orders().iter().map(|order| order.number).eq(numbers));
}

/// The masks of the parameters are made of the named bits, and of nothing else.
#[test]
fn masks_are_the_named_kinds() {
    let named = Kinds::NAMED
        .iter()
        .fold(Kinds::default(), |all, (kind, _)| all | *kind);
    let text = include_str!("../../assets/tables/commands.yaml");
    let mut rows = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("kinds: ["));
    let mut count = 0;
    for command in commands() {
        for param in &command.params {
            assert!(
                named.contains(param.kinds),
                "{}: {}",
                command.name,
                param.label
            );
            let names = rows.next().unwrap().trim_end_matches(']');
            let rebuilt = names.split(", ").fold(Kinds::default(), |all, name| {
                let (kind, _) = Kinds::NAMED
                    .iter()
                    .find(|(_, known)| *known == name)
                    .unwrap();
                all | *kind
            });
            assert_eq!(rebuilt, param.kinds, "{}: {}", command.name, param.label);
            count += 1;
        }
        assert!(command.params.len() <= 8);
    }
    assert_eq!(count, 162);
    assert!(rows.next().is_none());
}

/// dte-format 2.14: a word has a bit a parameter, but for six commands, and the low bytes are listed.
#[test]
fn section_24_agrees_with_the_parameters() {
    let none = [0x0C, 0x0D, 0x0F, 0x1B, 0x4B, 0x4F];
    for (command, &low) in commands().iter().zip(&COMMAND_FLAGS) {
        let want = if none.contains(&command.index) {
            0
        } else {
            (1u16 << command.params.len()) - 1
        };
        assert_eq!(command.template_flags_word, want, "{}", command.name);
        assert_eq!(u16::from(low), want, "{}", command.name);
    }
}

/// dte-format 4.3: which opcodes there are and what follows each.
#[test]
fn opcodes_agree_with_their_table() {
    for byte in 0..=255u8 {
        let opcode = Opcode::from_byte(byte);
        let null = matches!(byte, 0x00 | 0x01 | 0x08..=0x13 | 0x50 | 0x56..);
        assert_eq!(opcode.is_none(), null, "{byte:02X}");
        let Some(opcode) = opcode else { continue };
        let row = opcode_info(opcode).unwrap();
        assert_eq!(row.opcode, byte);
        assert_eq!(row.name.as_deref(), Some(opcode.name()));
        assert_eq!(
            row.falls_through,
            Some(opcode.falls_through()),
            "{}",
            opcode.name()
        );
        assert_eq!(
            row.alias_of.unwrap_or(byte),
            opcode.canonical().byte(),
            "{}",
            opcode.name()
        );
        assert_eq!(Opcode::from_name(opcode.name()), Some(opcode));
        let bytes = match opcode.shape() {
            Shape::None => 0,
            Shape::Byte | Shape::Text => 1,
            Shape::Component | Shape::Wide | Shape::Displacement => 2,
            Shape::EventValue | Shape::Arms => 3,
        };
        assert_eq!(row.operand_bytes, Some(bytes), "{}", opcode.name());
        assert!(!row.effect.is_empty());
    }
}

/// dte-format 3.2: which conditions allow which subjects.
#[test]
fn conditions_allow_the_specified_subjects() {
    let groups = [0x00, 0x01, 0x02, 0x09, 0x0A, 0x10, 0x11, 0x1A, 0x1B, 0x20];
    for condition in conditions().iter().filter(|condition| !condition.internal) {
        let index = condition.index;
        assert!(condition.allows(Subject::Ship), "{}", condition.name);
        assert_eq!(
            condition.allows(Subject::FlightGroup),
            groups.contains(&index)
        );
        assert_eq!(condition.allows(Subject::Squad), groups.contains(&index));
        assert!(condition.values.len() <= 5);
    }
    assert_eq!(
        conditions()
            .iter()
            .filter(|condition| condition.internal)
            .count(),
        2
    );
    let shot_at: Vec<_> = condition(0)
        .unwrap()
        .values
        .iter()
        .map(|value| value.checked)
        .collect();
    assert_eq!(shot_at, [true, false, false, true, true]);
    let proximity: Vec<_> = condition(6)
        .unwrap()
        .values
        .iter()
        .map(|v| v.checked)
        .collect();
    assert_eq!(proximity, [true, false]);
}

#[test]
fn names_find_their_rows() {
    assert_eq!(command_by_name("setai").unwrap().index, 0x0B);
    assert_eq!(command(0x5E).unwrap().name, "DarrensNaughtyBlag");
    assert!(command(95).is_none());
    for name in ["Destroyed", "destroyed", "TT_DESTROYED"] {
        assert_eq!(condition_by_name(name).unwrap().index, 1);
    }
    assert_eq!(condition_by_name("BeingChased").unwrap().index, 0x20);
    assert_eq!(
        condition_by_name("Game Timer Expired").unwrap().symbol(),
        "GameTimerExpired"
    );
    assert_eq!(
        condition(0).unwrap().value_by_label("weapon_fired"),
        Some(4)
    );
    assert_eq!(order_by_name("fight").unwrap().number, 105);
    assert_eq!(order(10).unwrap().name, "Find New Target");
    assert_eq!(pilot_by_name("bandit_tigers_leader").unwrap().number, 0);
    assert_eq!(
        pilot(0x7C).unwrap().name.as_deref(),
        Some("General Reese in a pod")
    );
    assert_eq!(variable_by_name("players").unwrap().number, 15);
    assert_eq!(variable(9).unwrap().name.as_deref(), Some("mission_over"));
    for name in ["predator", "us_predator", "US_Predator"] {
        assert_eq!(kind_by_name(name), Ok(0));
    }
    assert_eq!(kind_by_name("uk_reliant"), Ok(0x0C));
    assert_eq!(kind_by_name("curve_point"), Ok(0x3E4));
    assert_eq!(kind_by_name("nav_point"), Ok(999));
    assert_eq!(kind_by_name("predatr"), Err(Some("predator")));
    assert_eq!(kind_symbol(0x3E5), Some("waypoint"));
    assert_eq!(kind_title(0x3E6), "Kind 0x3E6");
}

#[test]
fn every_symbol_names_one_row() {
    for condition in conditions() {
        let symbol = condition.symbol();
        assert!(formats::catalogue::is_identifier(&symbol), "{symbol}");
        assert_eq!(condition_by_name(&symbol).unwrap().index, condition.index);
    }
    for row in ship_types() {
        assert_eq!(kind_by_name(&row.script_name), Ok(row.number));
    }
    for row in orders().iter().filter(|order| order.script_name.is_some()) {
        assert_eq!(
            order_by_name(row.script_name.as_ref().unwrap())
                .unwrap()
                .number,
            row.number
        );
    }
}

#[test]
fn booleans_and_nulls_are_told_by_the_labels() {
    let param = |command: &str, index: usize| &command_by_name(command).unwrap().params[index];
    assert!(param("SetHostile", 1).is_boolean());
    assert!(param("SetAI", 2).is_boolean());
    assert!(!param("Wait", 0).is_boolean());
    assert!(param("SetAI", 3).takes_null());
    assert!(!param("SetAI", 0).takes_null());
    assert_eq!(
        param("SetAI", 0).kinds.to_string(),
        "ship, flight group or squad"
    );
}
