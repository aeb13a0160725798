//! The tables of a running mission that an editor copies over as a whole.

/// A table that a message copies over the running mission's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LiveTable {
    /// The script, in halfwords.
    Script,
    /// The parts.
    Parts,
    /// The triggers.
    Triggers,
    /// The flight groups.
    FlightGroups,
    /// The objects.
    Objects,
    /// The squads.
    Squads,
    /// The squads' members.
    SquadMembers,
    /// The formations.
    Formations,
    /// The formations' points.
    FormationPoints,
    /// The curves.
    Curves,
}
