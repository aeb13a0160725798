//! Reading and printing: what survives a broken line, and where problems are said to be.

use expect_test::{Expect, expect};
use model::routine::{parse, print};

fn check(text: &str, statements: Expect, problems: Expect) {
    let parsed = parse(text);
    statements.assert_eq(&print(&parsed.ast));
    let shown: String = parsed
        .errors
        .iter()
        .map(|problem| {
            let before = &text[..problem.span.start];
            let line = before.matches('\n').count() + 1;
            let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
            let said = &text[problem.span.clone()];
            format!("{line}:{column} {said:?}: {problem}\n")
        })
        .collect();
    problems.assert_eq(&shown);
}

#[test]
fn a_broken_line_costs_only_itself() {
    check(
        "\
yield
Wait(
call
score = = 2
call go_home
if score ==:
    yield
    Wait(5
else if:
    call chatter
else
    pass
Wait(5) yield
spawn approach(1,)
",
        expect![[r#"
            yield
            call go_home
            if :
                yield
            else if :
                call chatter
            else:
                pass
        "#]],
        expect![[r#"
            2:6 "": a value is missing, before the line's end
            3:5 "": the routine is missing, before the line's end
            4:9 "=": a value is missing, before `=`
            6:12 ":": a value is missing, before `:`
            8:11 "": `,` or `)` is missing behind the argument, before the line's end
            9:8 ":": a value is missing, before `:`
            11:5 "": `:` is missing at the end of the line that opens a block, before the line's end
            13:9 "yield": `yield` is more than fits here
            14:18 ")": a value is missing, before `)`
        "#]],
    );
}

#[test]
fn blocks_survive_their_openers() {
    check(
        "\
else:
    yield
or:
    call a
below 5:
    call b
random:
    yield
    below 300:
        call c
    below 20:
        call d
    else:
        call e
    below 30:
        call f
either:
    call g
asm:
    nop
    puhs_byte 1
    push_byte
    L1:
",
        expect![[r#"
            yield
            call a
            call b
            random:
                below 0:
                    call c
                below 20:
                    call d
                below 30:
                    call f
                else:
                    call e
            either:
                call g
            asm:
                nop
                L1:
        "#]],
        expect![[r#"
            1:1 "else": `else` belongs to no block; it needs an `if` or a `random` at the same place
            3:1 "or": `or` belongs to no block; it needs an `either` at the same place
            5:1 "below": `below` belongs to no block; it needs a `random` above it, one level further out
            8:5 "yield": under `random:` stand `below 30:` and the like, and at last `else:`
            9:11 "300": a threshold is a number from 0 to 255
            15:5 "below": `below` stands before the `else` of its `random`
            17:1 "either:": this `either` has no `or:`
            21:5 "puhs_byte": `puhs_byte` is no instruction; `push_byte` is
            22:14 "": the operand is missing, before the line's end
        "#]],
    );
}

#[test]
fn indentation() {
    check(
        "\
    yield
      call a
    if x:
    call b
    if y:
            call c
        call d
    call e
call f
  call g
",
        expect![[r#"
            yield
            call a
            if x:
                pass
            call b
            if y:
                call c
            call d
            call e
            call f
            call g
        "#]],
        expect![[r#"
            2:7 "call a": this line is indented like no block that is open here; a block is the deeper lines under a line that ends in `:`
            3:5 "if x:": this line is indented like no block that is open here; a block is the deeper lines under a line that ends in `:`
            3:9 ":": nothing is indented under this line; a block that does nothing is `pass`
            7:9 "call d": this line is indented like no block that is open here; a block is the deeper lines under a line that ends in `:`
            10:3 "call g": this line is indented like no block that is open here; a block is the deeper lines under a line that ends in `:`
        "#]],
    );
}

#[test]
fn tabs_and_spaces_and_line_ends() {
    check(
        "if a:\r\n\tcall b # one\r\n\r\n # nothing\r\n call c\r\n\telse:\n  call d\n",
        expect![[r#"
            if a:
                call b
                call c
                call d
        "#]],
        expect![[r#"
            6:2 "else": `else` belongs to no block; it needs an `if` or a `random` at the same place
        "#]],
    );
}

#[test]
fn one_canonical_form() {
    let canonical = "\
call approach(reliant, -1, 5b, 0c)
spawn routine:if
global:x +=. (1 + 2) * 3 - (4 - 5)
if (a == b) == (c in d) and (e or f):
    flag[jump_ready] = percent(arg.x + arg[3], 30)
else if g not in squad:h:
    pass
else:
    random:
        below 20:
            return
        below 40:
            return last(ShotAt.Attacker, ship:lead)
        else:
            either:
                Cloak(\"a \\\"b\\\" \\\\ \\x07\", true)
            or:
                yield
asm:
    push_constant 4294967295
    push_constant #3
    push_component reliant, 3
    push_event_value ShotAt, 0, reliant
    push_string \"text\"
    push_string hex 41 00 42
    random_branch Lb, La below 30, default below 60 extra 5
    bytes 00 11 FF
    La:
    branch_if_zero Lb
    Lb:
    return
";
    let parsed = parse(canonical);
    assert_eq!(parsed.errors, []);
    assert_eq!(print(&parsed.ast), canonical);
    // Odd spacing reads the same.
    let odd = canonical
        .replace("    ", "\t")
        .replace(", ", " ,")
        .replace(" == ", "==");
    assert_eq!(print(&parse(&odd).ast), canonical);
}

#[test]
fn deep_texts_are_told_and_not_followed() {
    let brackets = format!("x = {}1{}", "(".repeat(5000), ")".repeat(5000));
    assert_eq!(parse(&brackets).errors.len(), 1);
    let chain = format!("x = {}1", "1 + ".repeat(5000));
    assert_eq!(parse(&chain).errors.len(), 1);
    let blocks: String = (0..2000)
        .map(|at| format!("{}if x:\n", " ".repeat(at)))
        .collect();
    assert!(!parse(&blocks).errors.is_empty());
    let calls = format!("x = {}1", "Wait(".repeat(5000));
    assert_eq!(parse(&calls).errors.len(), 1);
}
