//! Which keys a test has, mapping by mapping.

use formats::yaml::schema::Schema;

/// The file.
pub(super) const TEST: Schema = Schema {
    name: "mission test",
    keys: &[
        "test",
        "mission",
        "name",
        "seed",
        "pilot",
        "seconds",
        "number",
        "training",
        "players",
        "player_kind",
        "variables",
        "faults",
        "gaps",
        "inputs",
        "expect",
    ],
};

/// Keys that say when an input comes.
pub(super) const INPUT_TIMES: [&str; 2] = ["at", "when"];
/// Keys that say when an expectation is looked for.
pub(super) const WHENS: [&str; 6] = ["by", "at", "between", "never", "always", "at_end"];
/// The key of what must be true of a moment for an expectation to look at it.
pub(super) const GUARD: &str = "if";

/// The keys of a subject: as a condition that an input waits for, and as an expectation.
pub(super) struct FactKeys {
    /// The key that the kind is told by.
    pub(super) key: &'static str,
    pub(super) condition: Schema,
    pub(super) expectation: Schema,
}

macro_rules! facts {
    ($($key:literal $name:literal: $($more:literal)*;)*) => {
        /// What a fact can be about, by the key that tells it.
        pub(super) static FACTS: &[FactKeys] = &[$(FactKeys {
            key: $key,
            condition: Schema { name: concat!($name, " condition"), keys: &[$key, $($more),*] },
            expectation: Schema {
                name: concat!($name, " expectation"),
                keys: &[
                    "by", "at", "between", "never", "always", "at_end", "if", $key, $($more),*
                ],
            },
        }),*];
    };
}
facts! {
    "global" "global": "is" "is_not" "above" "below" "at_least" "at_most";
    "variable" "variable": "is" "is_not" "above" "below" "at_least" "at_most";
    "objective" "objective": "is" "is_not";
    "ending" "ending":;
    "rating" "rating":;
    "trigger" "trigger": "fires" "is_not" "above" "below" "at_least" "at_most";
    "routine" "routine": "runs" "is_not" "above" "below" "at_least" "at_most";
    "speech" "speech": "plays" "is_not" "above" "below" "at_least" "at_most";
    "music" "music": "plays" "is_not" "above" "below" "at_least" "at_most";
    "film" "film": "plays" "is_not" "above" "below" "at_least" "at_most";
    "ship" "ship": "is" "is_not" "order" "has_order";
    "damage" "damage": "is" "is_not" "above" "below" "at_least" "at_most";
    "distance" "distance": "is" "is_not" "above" "below" "at_least" "at_most";
    "fault" "fault": "comes" "is_not" "above" "below" "at_least" "at_most";
    "gap" "gap": "comes" "is_not" "above" "below" "at_least" "at_most";
}

/// The keys of an input.
pub(super) struct InputKeys {
    /// The key that the kind is told by.
    pub(super) key: &'static str,
    pub(super) schema: Schema,
}

macro_rules! inputs {
    ($($key:literal $name:literal: $($more:literal)*;)*) => {
        /// What can come from outside, by the key that tells it.
        pub(super) static INPUTS: &[InputKeys] = &[$(InputKeys {
            key: $key,
            schema: Schema {
                name: concat!($name, " input"),
                keys: &["at", "step", "when", "after", $key, $($more),*],
            },
        }),*];
    };
}
inputs! {
    "jump_drive" "jump drive":;
    "request_backup" "backup":;
    "request_landing" "landing":;
    "press_key" "key":;
    "release_key" "key":;
    "pilot" "pilot":;
    "raise" "raised event": "on" "component" "with";
    "destroy" "destroy": "component" "by";
    "damage" "damage": "amount" "component" "by";
    "move" "move": "to";
    "give_order" "order": "to" "target";
    "dock" "dock": "to" "port";
    "set_global" "global": "to";
    "set_variable" "variable": "to";
    "run" "routine":;
}

/// What an order is aimed at.
pub(super) const TARGET: Schema = Schema {
    name: "target",
    keys: &["ship", "component", "flight_group", "squad", "waypoint"],
};
/// A value of an event.
pub(super) const VALUE: Schema = Schema {
    name: "value",
    keys: &["ship", "flight_group", "squad"],
};
/// Whose event it is.
pub(super) const SUBJECT: Schema = Schema {
    name: "subject",
    keys: &["ship", "flight_group", "squad", "object"],
};
/// Whose text a fault is in.
pub(super) const OWNER: Schema = Schema {
    name: "place of a fault",
    keys: &["routine", "trigger"],
};
