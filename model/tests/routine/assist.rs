//! What an editor asks: colours, completions, signatures, hovers.

use model::Collection;
use model::routine::assist::{
    CompletionKind, TokenClass, complete, definition, highlight, hover, signature_at,
};

use crate::fixture::{fixture, record};

/// The place of `|` in a text, and the text without it.
fn cursor(text: &str) -> (String, usize) {
    let at = text.find('|').unwrap();
    (text.replace('|', ""), at)
}

fn labels(text: &str) -> Vec<String> {
    let (text, at) = cursor(text);
    let items = complete(&text, at, &fixture().scope()).items;
    items.into_iter().map(|item| item.label).collect()
}

#[test]
fn colours() {
    let text = "SetAI(wolves, fight, true, \"Lead\") # go\nscore = flag[countdown] + nobody\n\
                score = arg.speed in ship:\nif lead ==\nasm:\n    jump L\n    L:\n";
    let shown: Vec<String> = highlight(text, &fixture().scope())
        .into_iter()
        .filter(|(_, class)| *class != TokenClass::Operator)
        .map(|(span, class)| format!("{} {class:?}", &text[span]))
        .collect();
    assert_eq!(
        shown,
        [
            "SetAI Command",
            "wolves Record(FlightGroups)",
            "fight Symbol",
            "true Keyword",
            "\"Lead\" Text",
            "# go Comment",
            "score Record(Globals)",
            "flag Keyword",
            "countdown Variable",
            "nobody Unknown",
            "score Record(Globals)",
            "arg Keyword",
            "speed Unknown",
            "in Keyword",
            "ship Keyword",
            "if Keyword",
            "lead Record(Ships)",
            "asm Keyword",
            "jump Instruction",
            "L Label",
            "L Label",
        ]
    );
}

#[test]
fn colours_cover_the_text_in_order() {
    let text = "if a-b in ship:x- or \"x\\\"\" <= 0x1F: # é\n\tpush_constant #3\n";
    let mut end = 0;
    for (span, _) in highlight(text, &fixture().scope()) {
        assert!(end <= span.start && span.start < span.end && span.end <= text.len());
        end = span.end;
    }
}

#[test]
fn completions_by_place() {
    // The start of a statement.
    let all = labels("|");
    assert!(all.contains(&"if".to_owned()) && all.contains(&"SetAI".to_owned()));
    assert!(!all.contains(&"else".to_owned()));
    assert_eq!(labels("SetA|")[0], "SetAI");
    assert_eq!(
        labels("if score:\n    yield\nel|")[..2],
        ["else", "else if"]
    );
    assert_eq!(labels("either:\n    yield\no|")[0], "or");
    assert_eq!(labels("random:\n    |"), ["below", "else"]);
    assert_eq!(labels("asm:\n    push_fl|"), ["push_flight_group"]);
    // What a parameter takes.
    assert_eq!(
        labels("CreateFlightGroup(|")[..3],
        ["escort", "wolves", "alpha"]
    );
    assert_eq!(
        labels("SetAI(lead, fig|"),
        ["fight", "fight", "eject_fighter_attack"]
    );
    let (text, at) = cursor("SetAI(lead, fig|");
    let items = complete(&text, at, &fixture().scope()).items;
    assert_eq!(
        (items[0].kind, items[0].insert.as_str()),
        (CompletionKind::Symbol, "fight")
    );
    let global = items
        .iter()
        .find(|it| it.kind == CompletionKind::Record(Collection::Globals));
    assert_eq!(global.unwrap().insert, "global:fight");
    assert_eq!(labels("SetAI(lead, fight, |")[..2], ["true", "false"]);
    let target = labels("SetAI(lead, fight, true, |");
    assert!(target.contains(&"null".to_owned()) && !target.contains(&"flyby".to_owned()));
    assert_eq!(
        labels("CreateTimer(1, |, 60, 0)")[..2],
        ["start", "approach"]
    );
    assert_eq!(labels("ShipFollowCurve(lead, |")[0], "flyby");
    assert!(labels("SetTriggerState(lead, |").contains(&"JumpedIn".to_owned()));
    assert!(!labels("Wait(|").contains(&"lead".to_owned()));
    // An ambiguous id is put in with its prefix.
    let (text, at) = cursor("SetAI(al|, fight)");
    let completion = complete(&text, at, &fixture().scope());
    assert_eq!(completion.replace, 6..8);
    let inserts: Vec<_> = completion
        .items
        .iter()
        .map(|item| item.insert.as_str())
        .collect();
    assert_eq!(inserts, ["ship:alpha", "group:alpha", "squad:alpha"]);
    // Display names between quotation marks.
    let (text, at) = cursor("SetAI(\"Wo|");
    let completion = complete(&text, at, &fixture().scope());
    assert_eq!(completion.replace, 6..9);
    assert_eq!(completion.items[0].insert, "\"Wolf 1\"");
    // Behind a prefix, a word or a bracket of the language.
    assert_eq!(labels("score = squad:|"), ["turrets", "escorts", "alpha"]);
    assert_eq!(labels("flag[jump|"), ["jump_ready"]);
    assert_eq!(labels("score = flag[count|"), ["countdown"]);
    assert_eq!(labels("score = arg.|"), ["target", "speed"]);
    assert_eq!(
        labels("call |"),
        ["start", "approach", "go_home", "chatter", "else"]
    );
    assert_eq!(labels("score = lead.|"), ["component"]);
    assert_eq!(labels("if lead in |")[..2], ["escort", "wolves"]);
    assert_eq!(labels("if lead |"), ["and", "or", "in", "not in"]);
    assert_eq!(labels("score = last(|"), ["ShotAt", "Destroyed"]);
    assert_eq!(labels("score = last(ShotAt.|")[0], "Attacker");
    assert_eq!(labels("score = last(ShotAt.Attacker, rel|"), ["reliant"]);
    assert_eq!(labels("if conv|"), ["convoykilled"]);
    assert_eq!(labels("score = event.|"), [""; 0]);
    assert_eq!(labels("yield # |"), [""; 0]);
    // A number is no part of a name, though "Wolf 1" and the variables 12 to 19 have the digit.
    for text in [
        "score += 1|",
        "score = -1|",
        "Wait(0x1|)",
        "score = flag[1|",
        "SetAI(1|",
    ] {
        assert_eq!(labels(text), [""; 0], "{text}");
    }
    assert_eq!(labels("SetAI(\"1|"), ["Wolf 1"]);
    // Operands of instructions.
    assert_eq!(
        labels("asm:\n    push_squad |"),
        ["turrets", "escorts", "alpha"]
    );
    assert_eq!(
        labels("asm:\n    jump |\n    here:\n    there:\n"),
        ["here", "there"]
    );
    assert_eq!(labels("asm:\n    command SetAny|"), ["SetAnyTriggerState"]);
}

#[test]
fn completions_of_an_event() {
    let lost = fixture().of(Collection::Triggers, "lost");
    let items = complete("score = event.", 14, &lost.scope()).items;
    let labels: Vec<_> = items.iter().map(|item| item.label.as_str()).collect();
    assert_eq!(labels, ["Killer", "Victim"]);
}

/// Every item, put in where it was offered, is a word that means something there.
#[test]
fn what_is_offered_fits() {
    let fixture = fixture();
    for text in [
        "SetAI(|, fight, true, null)",
        "score = |",
        "SetPlayerTarget(lead, |)",
        "call |",
    ] {
        let (text, at) = cursor(text);
        for item in complete(&text, at, &fixture.scope()).items {
            if !matches!(item.kind, CompletionKind::Record(_)) {
                continue;
            }
            let mut filled = text.clone();
            filled.insert_str(at, &item.insert);
            let lowered = fixture.lower(&filled, model::CodeStyle::Shipped);
            assert!(!lowered.is_broken(), "{filled}\n{:#?}", lowered.diagnostics);
        }
    }
}

#[test]
fn signatures() {
    let fixture = fixture();
    let at = |text: &str| {
        let (text, at) = cursor(text);
        signature_at(&text, at, &fixture.scope())
    };
    let help = at("SetAI(wolves, fight, |").unwrap();
    assert_eq!(help.active, 2);
    assert_eq!(
        &help.label[help.params[2].clone()],
        "Initialize Immediately (T/F)"
    );
    assert!(
        help.label
            .starts_with("SetAI(Entity to be controlled, AI Mode, ")
    );
    assert_eq!(at("SetAI(|").unwrap().active, 0);
    assert_eq!(at("SetAI((1 + 2), Wait(1, 2), |").unwrap().active, 2);
    assert_eq!(
        at("Fly(lead, null, percent(1, |").unwrap().label,
        "percent(value, hundredths)"
    );
    assert_eq!(at("    score = IsShipThisPlayer(|)").unwrap().active, 0);
    assert_eq!(at("Wait(5)|"), None);
    let help = at("spawn approach(lead, |").unwrap();
    assert_eq!(
        (help.label.as_str(), help.active),
        ("approach(target, speed)", 1)
    );
    assert_eq!(at("call nobody(|"), None);
    assert_eq!(at("yield # Wait(|"), None);
    assert_eq!(at("|"), None);
}

#[test]
fn hovers() {
    let fixture = fixture().of(Collection::Triggers, "lost");
    let at = |text: &str| {
        let (text, at) = cursor(text);
        hover(&text, at, &fixture.scope()).map(|hover| (text[hover.span].to_owned(), hover.text))
    };
    let (word, said) = at("SetAI(lead, fig|ht, true, ship:reliant)").unwrap();
    assert_eq!(word, "fight");
    assert!(said.starts_with("order 105, Fight"), "{said}");
    let (word, said) = at("SetAI(lead, fight, true, ship:rel|iant)").unwrap();
    assert_eq!(word, "ship:reliant");
    assert!(said.starts_with("ship reliant, \"Reliant\"\n"), "{said}");
    let (_, said) = at("Se|tAI(lead, fight, true, null)").unwrap();
    assert!(
        said.starts_with("SetAI(Entity to be controlled, "),
        "{said}"
    );
    // A half-written line still says what its command does.
    assert!(at("Wa|it(").unwrap().1.starts_with("Wait("));
    assert!(
        at("score = flag[jump|_ready]")
            .unwrap()
            .1
            .starts_with("variable 0 of the game")
    );
    assert!(
        at("score = event.Ki|ller")
            .unwrap()
            .1
            .starts_with("value 0 of Destroyed")
    );
    assert!(at("sco|re = 1").unwrap().1.contains("starts at 0"));
    assert!(
        at("call appr|oach(1, 2)")
            .unwrap()
            .1
            .contains("takes target, speed")
    );
    assert!(at("ret|urn").unwrap().1.starts_with("Leaves the routine"));
    assert_eq!(at("score = 0x1|F").unwrap().1, "31 = 0x1F");
    assert!(
        at("asm:\n    no|p\n    return")
            .unwrap()
            .1
            .starts_with("nop, opcode 0x53")
    );
    assert_eq!(at("score = nob|ody"), None);
    assert_eq!(at("yield # sco|re"), None);
}

#[test]
fn definitions() {
    let fixture = fixture();
    let at = |text: &str| {
        let (text, at) = cursor(text);
        definition(&text, at, &fixture.scope())
    };
    assert_eq!(
        at("SetAI(wol|ves, fight, true, null)"),
        Some(record(Collection::FlightGroups, "wolves"))
    );
    assert_eq!(
        at("SetAI(\"Wo|lf 1\", fight, true, null)"),
        Some(record(Collection::Ships, "wolf_1"))
    );
    assert_eq!(
        at("call go_home|"),
        Some(record(Collection::Routines, "go_home"))
    );
    assert_eq!(at("SetAI(wolves, fi|ght, true, null)"), None);
    assert_eq!(at("|"), None);
}
