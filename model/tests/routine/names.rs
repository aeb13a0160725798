//! The records that a text names, and their renaming.

use model::Collection;
use model::routine::{references, rename_in_text};

use crate::fixture::{fixture, record};

const TEXT: &str = "\
# lead and reliant in a comment, \"reliant\" too
SetAI(wolves, fight, true, reliant)
SetPlayerTarget(\"Lead\", reliant.component(3))
if reliant in group:alpha and score == 2:
    call approach(ship:reliant, 3)
    reliant =
    score = last(ShotAt.Attacker, reliant)
PlaySpeech(\"reliant\")
asm:
    push_ship reliant
    push_component ship:reliant, 1
    call_part approach
";

#[test]
fn references_in_order() {
    let found: Vec<_> = references(TEXT, &fixture().scope())
        .into_iter()
        .map(|found| {
            let quoted = if found.quoted { " (quoted)" } else { "" };
            format!("{} -> {}{quoted}", &TEXT[found.span], found.target)
        })
        .collect();
    assert_eq!(
        found,
        [
            "wolves -> flight group wolves",
            "reliant -> ship reliant",
            "\"Lead\" -> ship lead (quoted)",
            "reliant -> ship reliant",
            "reliant -> ship reliant",
            "alpha -> flight group alpha",
            "score -> global score",
            "approach -> routine approach",
            "reliant -> ship reliant",
            "score -> global score",
            "reliant -> ship reliant",
            "reliant -> ship reliant",
            "reliant -> ship reliant",
            "approach -> routine approach",
        ]
    );
}

#[test]
fn renaming_changes_what_means_the_record_and_nothing_else() {
    let fixture = fixture();
    let from = record(Collection::Ships, "reliant");
    let renamed = rename_in_text(TEXT, &fixture.scope(), &from, "carrier").unwrap();
    assert_eq!(
        renamed,
        "\
# lead and reliant in a comment, \"reliant\" too
SetAI(wolves, fight, true, carrier)
SetPlayerTarget(\"Lead\", carrier.component(3))
if carrier in group:alpha and score == 2:
    call approach(ship:carrier, 3)
    reliant =
    score = last(ShotAt.Attacker, carrier)
PlaySpeech(\"reliant\")
asm:
    push_ship carrier
    push_component ship:carrier, 1
    call_part approach
"
    );
    let nothing = record(Collection::Ships, "freighter");
    assert_eq!(rename_in_text(TEXT, &fixture.scope(), &nothing, "x"), None);
    let other = record(Collection::FlightGroups, "reliant");
    assert_eq!(rename_in_text(TEXT, &fixture.scope(), &other, "x"), None);
}

/// Record, its new id, text before and after.
#[test]
fn a_new_id_that_would_read_as_something_else_gets_a_prefix() {
    let fixture = fixture();
    for (collection, id, to, before, after) in [
        // A word of the language.
        (
            Collection::Ships,
            "reliant",
            "if",
            "score = reliant",
            "score = ship:if",
        ),
        (
            Collection::Routines,
            "go_home",
            "or",
            "call go_home",
            "call routine:or",
        ),
        (
            Collection::Globals,
            "score",
            "not",
            "score = 1",
            "global:not = 1",
        ),
        // An id that is no single token.
        (
            Collection::Ships,
            "reliant",
            "x-",
            "score = reliant",
            "score = ship:x-",
        ),
        // Another record that fits there.
        (
            Collection::Ships,
            "reliant",
            "wolves",
            "SetAI(reliant, fight, true, reliant)",
            "SetAI(ship:wolves, fight, true, ship:wolves)",
        ),
        // Where only ships fit, it stays bare.
        (
            Collection::Ships,
            "reliant",
            "wolves",
            "SetPlayerTarget(reliant, reliant.component(1))",
            "SetPlayerTarget(wolves, wolves.component(1))",
        ),
        // A symbol of the catalogue.
        (
            Collection::Globals,
            "score",
            "escort",
            "SetAI(lead, score, true, null)",
            "SetAI(lead, global:escort, true, null)",
        ),
        // What the new id would cloud keeps its meaning.
        (
            Collection::Ships,
            "reliant",
            "wolves",
            "score = wolves\nscore = reliant",
            "score = group:wolves\nscore = ship:wolves",
        ),
        // A walked argument takes what the parameter names before any other.
        (
            Collection::Squads,
            "turrets",
            "wolves",
            "ShipFollowCurve(turrets, flyby, 1)",
            "ShipFollowCurve(squad:wolves, flyby, 1)",
        ),
        (
            Collection::FlightGroups,
            "wolves",
            "turrets",
            "ShipFollowCurve(turrets, flyby, 1)",
            "ShipFollowCurve(squad:turrets, flyby, 1)",
        ),
        (
            Collection::Ships,
            "reliant",
            "score",
            "SetPlayerTarget(lead, score)",
            "SetPlayerTarget(lead, global:score)",
        ),
    ] {
        let from = record(collection, id);
        let renamed = rename_in_text(before, &fixture.scope(), &from, to);
        assert_eq!(renamed.as_deref(), Some(after));
    }
}
