//! Images with some bytes anything: each becomes a mission, the same each time; one that nothing is
//! told of compiles to the same bytes; and what an export writes stays as it is from then on.
#![no_main]

#[path = "../example.rs"]
mod example;
#[path = "../../../formats/fuzz/patched.rs"]
mod patched;

use std::sync::LazyLock;

use formats::Image;
use libfuzzer_sys::fuzz_target;
use model::compile::compile;
use model::decompile::decompile;
use model::source::{Source, write};

static BASE: LazyLock<Image> = LazyLock::new(|| {
    compile(&example::MISSION)
        .image
        .expect("the example compiles")
});

fuzz_target!(|data: &[u8]| {
    let Ok(read) = Image::read(patched::patched(&BASE, data)) else {
        return;
    };
    let image = read.value;
    let first = decompile(&image, &read.warnings);
    assert_eq!(first.mission, decompile(&image, &read.warnings).mission);

    let compiled = compile(&first.mission);
    assert_eq!(compiled.image.is_none(), compiled.has_errors());
    let is_told = |of: &str| {
        let mut told = first.diagnostics.iter();
        told.any(|it| it.code == "image" && it.message.contains(of))
    };
    let Some(written) = compiled.image else {
        assert!(is_told("keep it from being exported"));
        return;
    };
    if image.is_template() && !is_told("exported in another form") {
        assert!(written == image, "the same bytes");
    }

    // Once written, an image comes back as it is: from its mission, and from that mission's text.
    let second = decompile(&written, &[]);
    let again = compile(&second.mission).image.expect("what was written is");
    assert!(again == written, "a written image is written again");
    let text = write(&second.mission, true);
    let source = Source::read(&text).unwrap_or_else(|told| panic!("{told:?}\n{text}"));
    assert_eq!(source.mission, second.mission);
});
