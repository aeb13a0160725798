//! The figures of each ship type: how it flies, what it bears, how large it is.

use std::collections::BTreeMap;

use formats::catalogue::{self, Class, Side, Turns};

/// The figures of one ship type (engine-facts 4.1 and 4.2).
#[derive(Debug, Clone, PartialEq)]
pub struct TypeStats {
    /// Distance of its farthest point from its origin, in world units.
    pub radius: f64,
    /// How it flies; `None` for what never moves by itself.
    pub flight: Option<FlightStats>,
    /// Shield power; a quadrant's full shield is six times it, less 1.
    pub shield_power: f64,
    /// Armor class; a quadrant's full armor is six times it, less 1.
    pub armor_class: f64,
    /// Seconds for an empty shield to fill.
    pub shield_recharge: f64,
    /// Seconds of afterburner.
    pub afterburner: f64,
    /// Whether the player and the AI can pick it as a target.
    pub targetable: bool,
    /// Whether its model lists components, as capital ships' do.
    pub has_components: bool,
    /// Armor of each of its components, for events raised by hand.
    pub component_armor: f64,
}

/// How a type flies. Speeds are units a step of 1/25 s, turn rates radians a step; inertias are the
/// share of a speed or a rate that stays from one step to the next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FlightStats {
    /// Speed at full throttle.
    pub max_speed: f64,
    /// Turn rates at full input: pitch, yaw, roll.
    pub rates: [f64; 3],
    /// Inertia of the speed.
    pub inertia: f64,
    /// Inertia of the rates: pitch, yaw, roll.
    pub turn_inertias: [f64; 3],
    /// Whether the AI banks into a turn or turns flat.
    pub turns: Turns,
}

impl FlightStats {
    /// Units that it flies at full speed while it turns a radian.
    pub fn speed_per_pitch_rate(&self) -> f64 {
        let [pitch, ..] = self.rates;
        self.max_speed / pitch.max(1e-6)
    }
}

/// The figures of every ship type.
///
/// Without an installed game these are stand-ins of our own by class, so that missions play at a
/// plausible pace (engine-facts 4.5). A caller who has read `shipstats.bin` sets the real ones.
#[derive(Debug, Clone, PartialEq)]
pub struct Stats {
    types: BTreeMap<u16, TypeStats>,
}

/// Radius of markers and stand-ins, in world units (engine-facts 5).
pub const MARKER_RADIUS: f64 = 4000.0;

impl Stats {
    /// The stand-in figures, by each type's class.
    pub fn fallback() -> Self {
        let types = catalogue::ship_types()
            .iter()
            .map(|row| (row.number, fallback(row.class, row.turns, row.targetable)))
            .collect();
        Self { types }
    }

    /// The figures of a type; `None` for a kind that is no ship type.
    ///
    /// A type that is another one's ship takes that one's flight and combat figures.
    pub fn of(&self, kind: u16) -> Option<&TypeStats> {
        self.types.get(&kind)
    }

    /// Sets a type's figures.
    pub fn set(&mut self, kind: u16, stats: TypeStats) {
        self.types.insert(kind, stats);
    }

    /// The types with figures, in order of their numbers.
    pub fn types(&self) -> impl Iterator<Item = (u16, &TypeStats)> {
        self.types.iter().map(|(&kind, stats)| (kind, stats))
    }
}

impl Default for Stats {
    fn default() -> Self {
        Self::fallback()
    }
}

/// A class's stand-in figures.
fn fallback(class: Class, turns: Turns, targetable: bool) -> TypeStats {
    let flight = |max_speed, inertia, rates, turn_inertia| {
        Some(FlightStats {
            max_speed,
            rates,
            inertia,
            turn_inertias: [turn_inertia; 3],
            turns,
        })
    };
    // Radius, flight, shield power, armor class.
    let (radius, flight, shield_power, armor_class) = match class {
        Class::Fighter => (
            600.0,
            flight(240.0, 0.92, [0.055, 0.045, 0.10], 0.7),
            60.0,
            60.0,
        ),
        Class::Support => (
            2500.0,
            flight(120.0, 0.96, [0.02, 0.02, 0.03], 0.85),
            150.0,
            150.0,
        ),
        Class::Capital => (15_000.0, flight(50.0, 0.985, [0.004; 3], 0.95), 0.0, 1000.0),
        Class::Torpedo => (300.0, flight(300.0, 0.9, [0.05; 3], 0.8), 0.0, 5.0),
        // Of the rest the sheet gives the mine's radius alone; they do not move.
        Class::Mine => (2000.0, None, 0.0, 5.0),
        Class::Debris => (1000.0, None, 0.0, 10.0),
        Class::Planet => (100_000.0, None, 0.0, 1000.0),
        Class::Other => (2500.0, None, 0.0, 100.0),
    };
    TypeStats {
        radius,
        flight,
        shield_power,
        armor_class,
        shield_recharge: 20.0,
        afterburner: 15.0,
        targetable,
        has_components: class == Class::Capital,
        component_armor: 500.0,
    }
}

/// The side that a type's objects start on; neutral for what is no ship type.
pub(crate) fn side_of(kind: u16) -> Side {
    catalogue::ship_type(kind).map_or(Side::Neutral, |row| row.side)
}

/// The class of a type; `None` for what is no ship type.
pub(crate) fn class_of(kind: u16) -> Option<Class> {
    catalogue::ship_type(kind).map(|row| row.class)
}

/// The type whose flight and combat figures a kind takes.
pub(crate) fn figures_of(kind: u16) -> u16 {
    catalogue::ship_type(kind)
        .and_then(|row| row.same_ship_as)
        .unwrap_or(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_the_stand_in_figures() {
        let stats = Stats::fallback();
        let fighter = stats.of(0).unwrap();
        assert_eq!(fighter.flight.unwrap().max_speed, 240.0);
        assert_eq!(fighter.radius, 600.0);
        let reliant = stats.of(0x0C).unwrap();
        assert!(reliant.has_components);
        assert_eq!(reliant.flight.unwrap().rates, [0.004; 3]);
        assert_eq!(stats.of(999), None);
    }
}
