//! Any bytes as an image: what is read is all there, and reading never ends the program.
#![no_main]

use formats::script::{RoutineMap, listing::script_listing};
use formats::{Image, ImageBuilder, SectionId, Tables};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(read) = Image::read(bytes.to_vec()) else {
        return;
    };
    let image = read.value;
    for warning in &read.warnings {
        let _ = warning.to_string();
    }
    for id in SectionId::all() {
        let (counted, room) = (image.counted(id), image.room(id));
        // A section is not used, or all that it counts is there and in its room.
        assert_eq!(counted.len(), image.count(id) * id.spec().stride);
        assert!(room.starts_with(counted));
    }
    let tables = Tables::read(&image);
    assert_eq!(tables.ships.len(), image.count(SectionId::Ships));
    assert_eq!(tables.trigger_owners().len(), tables.triggers.len());
    for (offset, text) in image.strings().texts() {
        assert_eq!(image.strings().text(offset), Some(text));
    }
    for ship in &tables.ships {
        let _ = image.strings().bytes(ship.name);
    }
    let _ = image.mission_name();
    let _ = image.spare_entry(127);

    // Every routine that starts in the script is there once, and can be listed.
    let map = RoutineMap::read(&image, &tables);
    assert!(map.routines.is_sorted_by_key(|(routine, _)| routine.start));
    let _ = script_listing(&image, &tables);

    assert_eq!(ImageBuilder::over(&image).is_some(), image.is_template());
    assert_eq!(image.into_bytes(), bytes);
});
