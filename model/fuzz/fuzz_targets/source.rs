//! Any text as a mission's source: a text that reads is kept as it is while nothing changes, and a
//! mission reads back from its text; and whatever the mission, it compiles or says why not.
#![no_main]

use libfuzzer_sys::fuzz_target;
use model::compile::compile;
use model::source::{Source, write};
use model::validate::validate;

fuzz_target!(|text: &str| {
    let source = match Source::read(text) {
        Ok(source) => source,
        Err(problems) => {
            assert!(!problems.is_empty());
            return;
        }
    };
    let mission = &source.mission;
    assert_eq!(source.save(mission), text);
    let written = write(mission, true);
    let again = Source::read(&written).unwrap_or_else(|told| panic!("{told:?}\n{written}"));
    assert_eq!(&again.mission, mission, "{written}");
    assert_eq!(write(&again.mission, true), written);

    let compiled = compile(mission);
    assert_eq!(compiled.image.is_none(), compiled.has_errors());
    for diagnostic in validate(mission, &compiled) {
        let _ = source.position(&diagnostic.place);
        // Every fix can be made, and unmade.
        for fix in diagnostic.fixes {
            let mut mended = mission.clone();
            if let Ok(inverse) = mended.apply(fix.edit) {
                mended.apply(inverse).expect("what was done can be undone");
                assert_eq!(&mended, mission, "{}", fix.title);
            }
        }
    }
});
