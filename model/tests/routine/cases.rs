//! Every form of the language, in both styles, with bytes worked out by hand from the format's
//! sheets (dte-format 4.3 and 4.4, interop 1.5).

use formats::script::disassemble;
use model::{CodeStyle, Collection};

use crate::fixture::{Fixture, fixture, hex, ship, shown};

use CodeStyle::{Rules, Shipped};

/// Style, text, code behind the length word, constants.
type Case = (CodeStyle, &'static str, &'static str, &'static [u32]);

/// Checks the bytes of each text, and that they come back as a text that gives them again.
pub(crate) fn check(fixture: &Fixture, cases: &[Case]) {
    for (style, text, code, constants) in cases {
        let assembled = fixture.assemble(text, *style);
        let found = &assembled.bytes[2..assembled.code_len];
        assert_eq!(shown(found), shown(&hex(code)), "{style:?}\n{text}");
        assert_eq!(assembled.constants, *constants, "{style:?}\n{text}");
        let bytes = &assembled.bytes;
        let lifted = fixture.lift(bytes);
        let again = fixture.assemble_body(&lifted.body);
        let padding = disassemble(bytes, 0, bytes.len()).padding;
        let code_end = padding.start as usize;
        assert_eq!(
            shown(&again.bytes[..code_end]),
            shown(&bytes[..code_end]),
            "{text}\nlifted to {:?}\n{}",
            lifted.body.style,
            lifted.body.text
        );
        assert_eq!(
            again.constants, assembled.constants,
            "{text}\n{}",
            lifted.body.text
        );
    }
}

/// Checks the bytes of each text, and that they come back as that very text.
pub(crate) fn check_canonical(fixture: &Fixture, cases: &[Case]) {
    check(fixture, cases);
    for (style, text, ..) in cases {
        let lifted = fixture.lift(&fixture.assemble(text, *style).bytes);
        assert_eq!(lifted.body.text, *text);
        assert_eq!(lifted.problem, None);
    }
}

#[test]
fn statements_without_a_block() {
    check_canonical(
        &fixture(),
        &[
            (Shipped, "", "END", &[]),
            (Shipped, "yield\n", "21 17 END", &[]),
            (Shipped, "Wait(5)\n", "28 00 21 05 END", &[5]),
            (Shipped, "Wait(5b)\n", "32 05 21 05 END", &[]),
            (Shipped, "Wait(-1)\n", "28 00 21 05 END", &[u32::MAX]),
            (Shipped, "call go_home\n", "22 02 END", &[]),
            (
                Shipped,
                "call approach(reliant, 3)\n",
                "2C 04 28 00 22 01 END",
                &[3],
            ),
            (
                Shipped,
                "spawn approach(squad:alpha, flag[2])\n",
                "44 02 26 02 4D 01 END",
                &[],
            ),
            (Shipped, "call routine:else(1b)\n", "32 01 22 04 END", &[]),
            (Shipped, "score = 1\n", "40 01 28 00 16 END", &[1]),
            (Shipped, "score += 1\n", "40 01 28 00 17 END", &[1]),
            (Shipped, "score -= lead\n", "40 01 2C 00 18 END", &[]),
            (Shipped, "score *= 300\n", "40 01 28 00 19 END", &[300]),
            (Shipped, "score /= 2\n", "40 01 28 00 1A END", &[2]),
            (Shipped, "score +=. 2\n", "40 01 28 00 37 END", &[2]),
            (Shipped, "score -=. 2\n", "40 01 28 00 38 END", &[2]),
            (Shipped, "score *=. 2\n", "40 01 28 00 39 END", &[2]),
            (Shipped, "score /=. 2\n", "40 01 28 00 3A END", &[2]),
            (
                Shipped,
                "flag[jump_ready] = 1\n",
                "3F 00 28 00 16 END",
                &[1],
            ),
            (Shipped, "flag[40] = lead\n", "3F 28 2C 00 16 END", &[]),
            (Shipped, "arg.speed = 2\n", "41 01 28 00 16 END", &[2]),
            (Shipped, "arg[7] = null\n", "41 07 48 16 END", &[]),
            (Shipped, "player = 1\n", "40 03 28 00 16 END", &[1]),
        ],
    );
    check(
        &fixture(),
        &[
            (Shipped, "pass", "END", &[]),
            (Rules, "pass\npass # twice", "END", &[]),
            (Rules, "", "END", &[]),
            (Shipped, "Wait(0x10_b)", "32 10 21 05 END", &[]),
            (Shipped, "Wait(0b101)", "28 00 21 05 END", &[5]),
            (Shipped, "wait(5)", "28 00 21 05 END", &[5]),
            (Shipped, "InterruptTriggerCode()", "21 17 END", &[]),
            (Shipped, "call \"Chatter\"", "22 03 END", &[]),
            (Shipped, "call go_home()", "22 02 END", &[]),
            (Shipped, "spawn \"Chatter\"", "4D 03 END", &[]),
            (Shipped, "global:player = 1", "40 03 28 00 16 END", &[1]),
            (Shipped, "flag[players] = 1", "3F 0F 28 00 16 END", &[1]),
            (Rules, "score = 1", "40 01 28 00 16 END", &[1]),
            (Rules, "score += 1", "40 01 32 01 17 END", &[]),
            (Rules, "score -= 255", "40 01 32 FF 18 END", &[]),
            (Rules, "score += 300", "40 01 28 00 17 END", &[300]),
            (Rules, "flag[41] = -1", "3F 29 28 00 16 END", &[u32::MAX]),
            (
                Rules,
                "call approach(lead, 3)",
                "2C 00 28 00 22 01 END",
                &[3],
            ),
        ],
    );
}

#[test]
fn arguments_of_commands() {
    check_canonical(
        &fixture(),
        &[
            (
                Shipped,
                "SetAI(sabres, fight, true, lead)\n",
                "2D 03 32 69 28 00 2C 00 21 0B END",
                &[1],
            ),
            (
                Shipped,
                "SetAI(sabres, global:fight, false, null)\n",
                "2D 03 27 02 28 00 48 21 0B END",
                &[0],
            ),
            (
                Rules,
                "SetAI(sabres, fight, true, lead)\n",
                "2D 03 28 00 28 01 2C 00 21 0B END",
                &[105, 1],
            ),
            (
                Shipped,
                "SetAI(group:alpha, 300, 2, squad:alpha)\n",
                "2D 02 28 00 28 01 44 02 21 0B END",
                &[300, 2],
            ),
            (
                Shipped,
                "SetTriggerState(squad:alpha, Destroyed, false)\n",
                "44 02 32 01 28 00 21 0F END",
                &[0],
            ),
            (
                Shipped,
                "SetTriggerState(escorts, ShotAt, 1b)\n",
                "44 01 32 00 32 01 21 0F END",
                &[],
            ),
            (
                Shipped,
                "CreateTimer(7, chatter, 60, 0)\n",
                "28 00 32 03 28 01 28 02 21 01 END",
                &[7, 60, 0],
            ),
            (
                Shipped,
                "SetPilot(lead, frenchy)\n",
                "2C 00 32 55 21 0E END",
                &[],
            ),
            (Shipped, "SetPilot(lead, 3)\n", "2C 00 32 03 21 0E END", &[]),
            (
                Shipped,
                "ShipFollowCurve(lead, flyby, 10)\n",
                "2C 00 49 00 28 00 21 12 END",
                &[10],
            ),
            // What a command walks may be a squad, whatever the parameter's mask says.
            (
                Shipped,
                "ShipFollowCurve(turrets, flyby, 10)\n",
                "44 00 49 00 28 00 21 12 END",
                &[10],
            ),
            (
                Shipped,
                "ShipFollowCurve(squad:alpha, flyby, 10)\n",
                "44 02 49 00 28 00 21 12 END",
                &[10],
            ),
            (
                Shipped,
                "TurretSetTarget(sabres, null)\n",
                "2D 03 48 21 4E END",
                &[],
            ),
            (
                Shipped,
                "StartDirectorCam(curve:alpha, null, 5, null, group:alpha)\n",
                "49 01 48 28 00 48 2D 02 21 10 END",
                &[5],
            ),
            (
                Shipped,
                "SetPlayerTarget(player, freighter.component(3))\n",
                "2C 03 47 01 03 21 21 END",
                &[],
            ),
            (
                Shipped,
                "SetPlayerTarget(global:player, ship:if)\n",
                "27 03 2C 06 21 21 END",
                &[],
            ),
            (
                Shipped,
                "PlayMusic(\"a.wav\", false)\n",
                "2A 07 61 2E 77 61 76 00 28 00 21 23 END",
                &[0],
            ),
            (
                Shipped,
                "PrintDebugMessage(\"\\\"\\\\é\\x01\")\n",
                "2A 06 22 5C E9 01 00 21 0A END",
                &[],
            ),
            (Shipped, "Wait(flag[countdown])\n", "26 21 21 05 END", &[]),
            (
                Shipped,
                "Wait(score + 2)\n",
                "27 01 28 00 1B 21 05 END",
                &[2],
            ),
        ],
    );
    check(
        &fixture(),
        &[
            (
                Shipped,
                "SetAI(\"(FG)Sabres\", 105, true, \"Lead\")",
                "2D 03 32 69 28 00 2C 00 21 0B END",
                &[1],
            ),
            (
                Shipped,
                "SetAI(sabres, 105c, 1, ship:lead)",
                "2D 03 28 00 28 01 2C 00 21 0B END",
                &[105, 1],
            ),
            (
                Rules,
                "SetTriggerState(escorts, TT_DESTROYED, true)",
                "44 01 28 00 28 00 21 0F END",
                &[1],
            ),
            (
                Shipped,
                "SetTriggerState(lead, shot_at, 0)",
                "2C 00 32 00 28 00 21 0F END",
                &[0],
            ),
            (
                Rules,
                "CreateTimer(7, \"Chatter\", 60, 0)",
                "28 00 32 03 28 01 28 02 21 01 END",
                &[7, 60, 0],
            ),
            (
                Rules,
                "CreateTimer(7, 3, 60, 0)",
                "28 00 28 01 28 02 28 03 21 01 END",
                &[7, 3, 60, 0],
            ),
            (
                Shipped,
                "StartShipAnimation(\"Wolf 1\", \"Wolf 1\")",
                "2C 02 2A 08 57 6F 6C 66 20 31 00 21 11 END",
                &[],
            ),
            (
                Rules,
                "SetPlayerTarget(\"Lead\", \"Freighter\".component(3))",
                "2C 00 47 01 03 21 21 END",
                &[],
            ),
        ],
    );
}

#[test]
fn values() {
    check_canonical(
        &fixture(),
        &[
            (Shipped, "score = null\n", "40 01 48 16 END", &[]),
            (Shipped, "score = result\n", "40 01 4C 16 END", &[]),
            (Shipped, "score = 2b\n", "40 01 32 02 16 END", &[]),
            (Shipped, "score = reliant\n", "40 01 2C 04 16 END", &[]),
            (Shipped, "score = a-b\n", "40 01 2C 07 16 END", &[]),
            (Shipped, "score = ship:odd-\n", "40 01 2C 08 16 END", &[]),
            (Shipped, "score = ship:if\n", "40 01 2C 06 16 END", &[]),
            (Shipped, "score = curve:alpha\n", "40 01 49 01 16 END", &[]),
            (Shipped, "score = turrets\n", "40 01 44 00 16 END", &[]),
            (
                Shipped,
                "score = global:player\n",
                "40 01 27 03 16 END",
                &[],
            ),
            (
                Shipped,
                "score = reliant.component(255)\n",
                "40 01 47 04 FF 16 END",
                &[],
            ),
            (Shipped, "score = arg.speed\n", "40 01 31 01 16 END", &[]),
            (Shipped, "score = arg[9]\n", "40 01 31 09 16 END", &[]),
            (Shipped, "score = local[2]\n", "40 01 30 02 16 END", &[]),
            (
                Shipped,
                "score = flag[countdown]\n",
                "40 01 26 21 16 END",
                &[],
            ),
            (Shipped, "score = flag[2]\n", "40 01 26 02 16 END", &[]),
            (
                Shipped,
                "score = percent(flag[countdown], 30)\n",
                "40 01 26 21 2F 1E 16 END",
                &[],
            ),
            (
                Shipped,
                "score = last(ShotAt.Attacker, reliant)\n",
                "40 01 4B 00 00 04 16 END",
                &[],
            ),
            (
                Shipped,
                "score = last(Destroyed.Victim, sabres)\n",
                "40 01 4B 01 01 0D 16 END",
                &[],
            ),
            (
                Shipped,
                "score = last(Destroyed.7, squad:alpha)\n",
                "40 01 4B 01 07 11 16 END",
                &[],
            ),
            (
                Shipped,
                "score = last(99.0, 200)\n",
                "40 01 4B 63 00 C8 16 END",
                &[],
            ),
            (
                Shipped,
                "score = WhenPlayerLastJumped()\n",
                "40 01 21 1E 4C 16 END",
                &[],
            ),
            (
                Shipped,
                "score = 1 + IsShipThisPlayer(lead)\n",
                "40 01 28 00 2C 00 21 45 4C 1B 16 END",
                &[1],
            ),
            (
                Shipped,
                "score = \"hm\"\n",
                "40 01 2A 04 68 6D 00 16 END",
                &[],
            ),
        ],
    );
    check(
        &fixture(),
        &[
            (Shipped, "score = true", "40 01 28 00 16 END", &[1]),
            (Shipped, "score = false", "40 01 28 00 16 END", &[0]),
            (Shipped, "score = flag[0x28]", "40 01 26 28 16 END", &[]),
            (Shipped, "score = arg[1]", "40 01 31 01 16 END", &[]),
            (
                Shipped,
                "score = last(1.Victim, \"Reliant\")",
                "40 01 4B 01 01 04 16 END",
                &[],
            ),
            (Shipped, "score = (((1)))", "40 01 28 00 16 END", &[1]),
        ],
    );
}

#[test]
fn values_of_an_event() {
    let lost = fixture().of(Collection::Triggers, "lost");
    check_canonical(
        &lost,
        &[
            (Shipped, "score = event.Killer\n", "40 01 30 00 16 END", &[]),
            (Shipped, "score = event.Victim\n", "40 01 30 01 16 END", &[]),
            (Shipped, "score = local[2]\n", "40 01 30 02 16 END", &[]),
        ],
    );
    let hit = fixture().of(Collection::Triggers, "hit");
    check_canonical(
        &hit,
        &[(
            Shipped,
            "score = event.Weapon_Fired\n",
            "40 01 30 04 16 END",
            &[],
        )],
    );
    check(
        &hit,
        &[(
            Shipped,
            "score = event.weapon_fired",
            "40 01 30 04 16 END",
            &[],
        )],
    );
    // A block that triggers of one condition share knows its event too.
    let shared = fixture().of(Collection::Routines, "shared");
    check_canonical(
        &shared,
        &[(
            Shipped,
            "score = event.LaunchedShip\n",
            "40 01 30 00 16 END",
            &[],
        )],
    );
}

#[test]
fn operators() {
    check_canonical(
        &fixture(),
        &[
            (
                Shipped,
                "score = convoykilled + 2 * 3\n",
                "40 01 27 00 28 00 28 01 1D 1B 16 END",
                &[2, 3],
            ),
            (
                Shipped,
                "score = (convoykilled + 2) * 3\n",
                "40 01 27 00 28 00 1B 28 01 1D 16 END",
                &[2, 3],
            ),
            (
                Shipped,
                "score = 7 - 2 - 1\n",
                "40 01 28 00 28 01 1C 28 02 1C 16 END",
                &[7, 2, 1],
            ),
            (
                Shipped,
                "score = 7 - (2 - 1)\n",
                "40 01 28 00 28 01 28 02 1C 1C 16 END",
                &[7, 2, 1],
            ),
            (
                Shipped,
                "score = 7 / 2\n",
                "40 01 28 00 28 01 1E 16 END",
                &[7, 2],
            ),
            (
                Shipped,
                "score = 1 +. 2 -. 3 *. 4 /. 5\n",
                "40 01 28 00 28 01 3B 28 02 28 03 3D 28 04 3E 3C 16 END",
                &[1, 2, 3, 4, 5],
            ),
            (
                Shipped,
                "score = (1 == 2) == (3 != 4)\n",
                "40 01 28 00 28 01 02 28 02 28 03 03 02 16 END",
                &[1, 2, 3, 4],
            ),
            (
                Shipped,
                "if score == 1 and convoykilled != 2 or flag[2] > 4:\n    yield\n",
                "27 01 28 00 02 27 00 28 01 03 1F 26 02 28 02 04 20 24 00 04 21 17 END",
                &[1, 2, 4],
            ),
            (
                Shipped,
                "if score == 1 and (convoykilled != 2 or flag[2] > 4):\n    yield\n",
                "27 01 28 00 02 27 00 28 01 03 26 02 28 02 04 20 1F 24 00 04 21 17 END",
                &[1, 2, 4],
            ),
            (
                Shipped,
                "score = lead in sabres\n",
                "40 01 2C 00 2D 03 14 16 END",
                &[],
            ),
            (
                Shipped,
                "score = lead not in sabres\n",
                "40 01 2C 00 2D 03 15 16 END",
                &[],
            ),
            (
                Shipped,
                "score = lead in turrets\n",
                "40 01 2C 00 44 00 45 16 END",
                &[],
            ),
            (
                Shipped,
                "score = lead not in turrets\n",
                "40 01 2C 00 44 00 46 16 END",
                &[],
            ),
            (
                Shipped,
                "score = lead in group:alpha\n",
                "40 01 2C 00 2D 02 14 16 END",
                &[],
            ),
            (
                Shipped,
                "score = lead in squad:alpha\n",
                "40 01 2C 00 44 02 45 16 END",
                &[],
            ),
            (
                Shipped,
                "score = local[0] in sabres\n",
                "40 01 30 00 2D 03 14 16 END",
                &[],
            ),
        ],
    );
    check(
        &fixture(),
        &[
            (
                Shipped,
                "score = lead in \"Wolves\"",
                "40 01 2C 00 2D 01 14 16 END",
                &[],
            ),
            (
                Shipped,
                "score = 1 -2",
                "40 01 28 00 28 01 1C 16 END",
                &[1, 2],
            ),
            (
                Shipped,
                "score = 1 - -2",
                "40 01 28 00 28 01 1C 16 END",
                &[1, 0xFFFF_FFFE],
            ),
            (
                Rules,
                "score = 1 + 2",
                "40 01 28 00 28 01 1B 16 END",
                &[1, 2],
            ),
            (
                Rules,
                "score = flag[3] == 2",
                "40 01 26 03 32 02 02 16 END",
                &[],
            ),
        ],
    );
    // The comparisons, each with its opcode; in rules text the number is a byte.
    for (operator, opcode) in [
        ("==", "02"),
        ("!=", "03"),
        (">", "04"),
        (">=", "05"),
        ("<", "06"),
        ("<=", "07"),
        (">.", "33"),
        (">=.", "34"),
        ("<.", "35"),
        ("<=.", "36"),
    ] {
        let text = format!("score = score {operator} 9");
        let shipped = fixture().assemble(&text, Shipped);
        let want = hex(&format!("40 01 27 01 28 00 {opcode} 16 END"));
        assert_eq!(shown(&shipped.bytes[2..shipped.code_len]), shown(&want));
        let rules = fixture().assemble(&text, Rules);
        let want = hex(&format!("40 01 27 01 32 09 {opcode} 16 END"));
        assert_eq!(shown(&rules.bytes[2..rules.code_len]), shown(&want));
    }
}

#[test]
fn records_past_255() {
    let mut many = fixture();
    for at in 10..300 {
        many.mission.ships.push(ship(&format!("ship_{at}"), ""));
    }
    let many = Fixture::new(many.mission);
    check_canonical(
        &many,
        &[
            (Shipped, "score = ship_255\n", "40 01 2C FF 16 END", &[]),
            (Shipped, "score = ship_256\n", "40 01 52 01 00 16 END", &[]),
            (
                Shipped,
                "SetPlayerTarget(lead, ship_299)\n",
                "2C 00 52 01 2B 21 21 END",
                &[],
            ),
        ],
    );
}

/// A block that two hundred and sixty numbers push goes wide, in the language as in `asm`.
#[test]
fn constants_go_wide_past_255() {
    let text: String = (1000..1260).map(|n| format!("score = {n}\n")).collect();
    let assembled = fixture().assemble(&text, Shipped);
    assert_eq!(assembled.constants.len(), 260);
    let code = &assembled.bytes[2..];
    assert_eq!(&code[255 * 5..255 * 5 + 5], hex("40 01 28 FF 16"));
    assert_eq!(&code[256 * 5..256 * 5 + 6], hex("40 01 29 01 00 16"));
    assert_eq!(fixture().lift(&assembled.bytes).body.text, text);
}
