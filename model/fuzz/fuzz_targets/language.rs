//! Any text in the script language: spans lie in it, and what is printed reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use model::routine::token::{lines, tokens};
use model::routine::{parse, print};

fuzz_target!(|text: &str| {
    let mut end = 0;
    for token in tokens(text) {
        assert!(token.span.start >= end && !token.span.is_empty());
        assert!(text.get(token.span.clone()).is_some());
        end = token.span.end;
    }
    assert_eq!(lines(text).len(), text.split_inclusive('\n').count());

    let parsed = parse(text);
    for problem in &parsed.errors {
        assert!(text.get(problem.span.clone()).is_some(), "{problem}");
        assert!(!problem.message.is_empty());
    }
    for statement in &parsed.ast.statements {
        assert!(text.get(statement.span.clone()).is_some());
    }
    // What could be read of a text with problems is printed as well, and is without problems then,
    // but for blocks that lost all that they held.
    let printed = print(&parsed.ast);
    let again = parse(&printed);
    assert!(again.errors.is_empty(), "{:?}\n{printed}", again.errors);
    assert_eq!(print(&again.ast), printed);
});
