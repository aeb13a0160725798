//! The example that has one of everything, to fuzz inside of.

use std::sync::LazyLock;

use model::source::Source;
use model::{Mission, ObjectIds};

const TEXT: &str = include_str!("../../examples/every-construct.mission.yaml");

/// The mission.
pub(crate) static MISSION: LazyLock<Mission> =
    LazyLock::new(|| Source::read(TEXT).expect("the example reads").mission);

/// The object IDs of its records.
#[allow(dead_code, reason = "not every target asks for them")]
pub(crate) static OBJECT_IDS: LazyLock<ObjectIds> = LazyLock::new(|| ObjectIds::new(&MISSION));
