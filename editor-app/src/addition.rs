//! What the author can add, as the menus list it, and where it goes.

use formats::records;
use glam::DVec3;
use model::edit::{Edit, RecordEdit};
use model::{
    AnyId, Collection, Curve, CurveChange, FlightGroup, FlightGroupId, Id, Mission, Record as _,
    Rotation, Ship, ShipId, Vec3,
};

use crate::new_record::new_record;
use crate::scene_from_mission::{place, radius_of};
use crate::selection::Selection;

/// How far beside another ship a new one stands at least, in game units.
const BESIDE: f64 = 5_000.0;

/// Something that can be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Addition {
    Ship,
    NavPoint,
    Waypoint,
    CurvePoint,
    FlightGroup,
    Squad,
    Formation,
    Curve,
    Trigger,
    Routine,
    Global,
}

/// Where new things go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Site {
    /// The place.
    pub at: DVec3,
    /// Whether the author pointed at it, so that nothing is to move it aside.
    pub pointed: bool,
    /// What takes about a hundred points of the screen there, in game units.
    pub scale: f64,
}

impl Default for Site {
    fn default() -> Self {
        Self {
            at: DVec3::ZERO,
            pointed: false,
            scale: 10_000.0,
        }
    }
}

impl Addition {
    /// Everything, in the order of the menus.
    pub const ALL: [Self; 11] = [
        Self::Ship,
        Self::NavPoint,
        Self::Waypoint,
        Self::CurvePoint,
        Self::FlightGroup,
        Self::Squad,
        Self::Formation,
        Self::Curve,
        Self::Trigger,
        Self::Routine,
        Self::Global,
    ];

    /// A record of a collection, as it commonly is.
    pub fn of(collection: Collection) -> Self {
        match collection {
            Collection::Globals => Self::Global,
            Collection::FlightGroups => Self::FlightGroup,
            Collection::Ships => Self::Ship,
            Collection::Squads => Self::Squad,
            Collection::Formations => Self::Formation,
            Collection::Curves => Self::Curve,
            Collection::Triggers => Self::Trigger,
            Collection::Routines => Self::Routine,
        }
    }

    /// The collection that it is added to.
    pub fn collection(self) -> Collection {
        match self {
            Self::Ship | Self::NavPoint | Self::Waypoint | Self::CurvePoint => Collection::Ships,
            Self::FlightGroup => Collection::FlightGroups,
            Self::Squad => Collection::Squads,
            Self::Formation => Collection::Formations,
            Self::Curve => Collection::Curves,
            Self::Trigger => Collection::Triggers,
            Self::Routine => Collection::Routines,
            Self::Global => Collection::Globals,
        }
    }

    /// Its name in a menu.
    pub fn title(self) -> &'static str {
        match self {
            Self::Ship => "Ship",
            Self::NavPoint => "Nav Point",
            Self::Waypoint => "Waypoint",
            Self::CurvePoint => "Curve Point",
            Self::FlightGroup => "Flight Group",
            Self::Squad => "Squad",
            Self::Formation => "Formation",
            Self::Curve => "Curve",
            Self::Trigger => "Trigger",
            Self::Routine => "Routine",
            Self::Global => "Global",
        }
    }

    /// Whether a line parts it from those above it in a menu.
    pub fn is_parted(self) -> bool {
        matches!(self, Self::FlightGroup | Self::Trigger)
    }

    /// The special kind of placed object that it is, and what ids of such start with.
    fn sign(self) -> Option<(u16, &'static str)> {
        match self {
            Self::NavPoint => Some((records::Ship::KIND_NAV_POINT, "nav_point")),
            Self::Waypoint => Some((records::Ship::KIND_WAYPOINT, "waypoint")),
            Self::CurvePoint => Some((records::Ship::KIND_CURVE_POINT, "curve_point")),
            _ => None,
        }
    }

    /// The edit that adds it, and the record that is to be selected then.
    pub fn add(self, mission: &Mission, selection: &Selection, site: &Site) -> (Edit, AnyId) {
        match (self, self.sign()) {
            (_, Some((kind, name))) => {
                let sign = new_sign(mission, selection, kind, name, site);
                let id = sign.any_id();
                (Edit::insert(mission.ships.len(), sign), id)
            }
            (Self::Ship, None) => new_ship(mission, selection, site),
            (Self::Curve, None) => new_curve(mission, selection, site),
            (_, None) => new_record(mission, selection, self.collection()),
        }
    }
}

/// A ship as a new record is, at a place where it stands in no other.
fn new_ship(mission: &Mission, selection: &Selection, site: &Site) -> (Edit, AnyId) {
    let (edit, id) = new_record(mission, selection, Collection::Ships);
    let Edit::Ship(RecordEdit::Insert { at, mut record }) = edit else {
        return (edit, id);
    };
    let beside = last_ship(mission, selection);
    if !record.is_vessel() {
        // Beside a nav point a ship is wanted, not another nav point; those have an entry of their own.
        record.kind = 0;
        record.rotation = Rotation::default();
    }
    record.position = stand(mission, beside, record.kind, site);
    (Edit::insert(at, *record), id)
}

fn last_ship<'a>(mission: &'a Mission, selection: &Selection) -> Option<&'a Ship> {
    let last = selection.of::<Ship>().into_iter().next_back()?;
    mission.ships.get(last.as_str())
}

/// Where a new object stands: where the author pointed, beside what is selected, or where the camera
/// looks.
fn stand(mission: &Mission, beside: Option<&Ship>, kind: u16, site: &Site) -> Vec3 {
    match beside {
        _ if site.pointed => stored(site.at),
        Some(ship) => clear(mission, place(ship.position), kind),
        None => clear(mission, site.at, kind),
    }
}

/// The nearest place to the right of the wanted one, itself counted, that lies in no other object.
fn clear(mission: &Mission, wanted: DVec3, kind: u16) -> Vec3 {
    let own = radius_of(kind);
    let mut at = wanted;
    // Each move goes to the right, so that none of them is met twice.
    for _ in 0..=mission.ships.len() {
        let met = mission.ships.iter().find(|ship| {
            // In a planet is where much of space is; a planet's size is a guess besides.
            let solid = !is_planet(ship.kind);
            solid && place(ship.position).distance(at) < own + radius_of(ship.kind)
        });
        let Some(met) = met else { break };
        let room = BESIDE.max(1.2 * (own + radius_of(met.kind)));
        at.x = place(met.position).x + room;
    }
    stored(at)
}

fn is_planet(kind: u16) -> bool {
    use formats::catalogue::{Class, ship_type};
    ship_type(kind).is_some_and(|it| it.class == Class::Planet)
}

/// A place as a record holds it.
fn stored(at: DVec3) -> Vec3 {
    Vec3::from(at.to_array().map(|it| it as f32))
}

fn new_sign(mission: &Mission, selection: &Selection, kind: u16, name: &str, site: &Site) -> Ship {
    let mut sign = Ship::new(mission.ships.free_id(name));
    sign.kind = kind;
    sign.flight_group = group_of_sign(mission, selection, kind);
    sign.position = stand(mission, last_ship(mission, selection), kind, site);
    sign
}

/// The flight group of a new sign: the one that is selected, or else that of the others of its kind, as
/// nav points are made together and waypoints go on a route. Curve points need none.
fn group_of_sign(mission: &Mission, selection: &Selection, kind: u16) -> Option<FlightGroupId> {
    if kind == records::Ship::KIND_CURVE_POINT {
        return None;
    }
    let selected = selection.of::<FlightGroup>().into_iter().next_back();
    let model = last_ship(mission, selection).filter(|ship| ship.kind == kind);
    let like = || model.or_else(|| mission.ships.iter().rev().find(|ship| ship.kind == kind));
    selected.or_else(|| like()?.flight_group.clone())
}

/// A curve through the curve points that are selected, or through four of its own.
fn new_curve(mission: &Mission, selection: &Selection, site: &Site) -> (Edit, AnyId) {
    let is_point = |id: &ShipId| {
        mission
            .ships
            .get(id.as_str())
            .is_some_and(|ship| ship.kind == records::Ship::KIND_CURVE_POINT)
    };
    let selected = selection.of::<Ship>().into_iter().filter(is_point);
    let mut points = Selection::default();
    points.set(selected.map(|id| AnyId::from(&id)).collect());
    let (edit, id) = new_record(mission, &points, Collection::Curves);
    // A way needs two ends.
    match id.of::<Curve>() {
        Some(curve) if points.records().len() < 2 => (with_points(mission, edit, &curve, site), id),
        _ => (edit, id),
    }
}

/// The edit that adds a curve, together with four points that make it a bow.
fn with_points(mission: &Mission, curve: Edit, id: &Id<Curve>, site: &Site) -> Edit {
    let unit = round(site.scale * 0.4);
    let kind = records::Ship::KIND_CURVE_POINT;
    let start = DVec3::new(-4.0, 0.0, 0.0) * unit;
    // The whole bow moves along with its start, past a bow that was made here before.
    let aside = match site.pointed {
        true => DVec3::ZERO,
        false => place(clear(mission, site.at + start, kind)) - (site.at + start),
    };
    let mut edits = vec![curve];
    let mut count = mission.ships.len();
    let mut point = |what: &str, offset: [f64; 3]| {
        let mut ship = Ship::new(mission.ships.free_id(&format!("{id}_{what}")));
        ship.kind = kind;
        ship.position = stored(site.at + aside + DVec3::from_array(offset) * unit);
        let own = ship.id.clone();
        edits.push(Edit::insert(count, ship));
        count += 1;
        Some(own)
    };
    // The handles stand near the ends, as their ways weigh ten times; and the arriving one beyond its
    // end, which the game heads for (engine-facts 19).
    let ends = [
        CurveChange::Start(point("start", [-4.0, 0.0, 0.0])),
        CurveChange::Leaving(point("leaving", [-3.4, 0.0, 0.8])),
        CurveChange::Arriving(point("arriving", [4.6, 0.0, -0.8])),
        CurveChange::End(point("end", [4.0, 0.0, 0.0])),
    ];
    edits.extend(ends.into_iter().map(|end| Edit::change(id, end)));
    Edit::All(edits)
}

/// A length with one digit that is not 0.
fn round(length: f64) -> f64 {
    let digit = 10_f64.powf(length.abs().max(1.0).log10().floor());
    (length / digit).round().max(1.0) * digit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    fn selected(records: &[(Collection, &str)]) -> Selection {
        let mut selection = Selection::default();
        let ids = records.iter().map(|(collection, id)| AnyId {
            collection: *collection,
            id: (*id).into(),
        });
        selection.set(ids.collect());
        selection
    }

    /// The mission with something more, and the record that was added.
    fn with(what: Addition, selection: &Selection, site: &Site) -> (Mission, AnyId) {
        let mut mission = Document::example().mission().clone();
        let (edit, id) = what.add(&mission, selection, site);
        mission.apply(edit).unwrap();
        (mission, id)
    }

    #[test]
    fn every_collection_can_be_added_to() {
        for collection in Collection::ALL {
            let addition = Addition::of(collection);
            assert!(Addition::ALL.contains(&addition));
            assert_eq!(addition.collection(), collection);
            let (mission, id) = with(addition, &Selection::default(), &Site::default());
            assert_eq!(id.collection, collection);
            assert!(mission.contains(&id));
        }
    }

    #[test]
    fn a_new_ship_stands_in_no_other() {
        let reliant = selected(&[(Collection::Ships, "reliant")]);
        for selection in [Selection::default(), reliant] {
            let (mission, id) = with(Addition::Ship, &selection, &Site::default());
            let new = mission.ships.get(&id.id).unwrap();
            for other in mission.ships.iter().filter(|it| it.id != new.id) {
                let apart = place(other.position).distance(place(new.position));
                assert!(
                    apart >= radius_of(other.kind) + radius_of(new.kind),
                    "{other:?}"
                );
            }
        }
        // Where the author pointed is where it goes.
        let site = Site {
            at: DVec3::new(10.0, 0.0, 20.0),
            pointed: true,
            ..Site::default()
        };
        let (mission, id) = with(Addition::Ship, &Selection::default(), &site);
        let new = mission.ships.get(&id.id).unwrap();
        assert_eq!(new.position, Vec3::new(10.0, 0.0, 20.0));
    }

    #[test]
    fn signs_join_those_of_their_kind() {
        let (mission, id) = with(Addition::NavPoint, &Selection::default(), &Site::default());
        let nav = mission.ships.get(&id.id).unwrap();
        assert_eq!(nav.kind, records::Ship::KIND_NAV_POINT);
        assert_eq!(nav.flight_group.as_ref().unwrap().as_str(), "navs");
        let alpha = selected(&[(Collection::FlightGroups, "alpha")]);
        let (mission, id) = with(Addition::Waypoint, &alpha, &Site::default());
        let waypoint = mission.ships.get(&id.id).unwrap();
        assert_eq!(waypoint.kind, records::Ship::KIND_WAYPOINT);
        assert_eq!(waypoint.flight_group.as_ref().unwrap().as_str(), "alpha");
    }

    #[test]
    fn a_ship_beside_a_nav_point_is_a_ship() {
        let nav = selected(&[(Collection::Ships, "nav_jump")]);
        let (mission, id) = with(Addition::Ship, &nav, &Site::default());
        assert!(mission.ships.get(&id.id).unwrap().is_vessel());
    }

    #[test]
    fn a_curve_takes_selected_points_or_makes_its_own() {
        let before = Document::example().mission().ships.len();
        let points = selected(&[(Collection::Ships, "cam_1"), (Collection::Ships, "cam_3")]);
        let (mission, id) = with(Addition::Curve, &points, &Site::default());
        let curve = mission.curves.get(&id.id).unwrap();
        assert_eq!(curve.start.as_ref().unwrap().as_str(), "cam_1");
        assert_eq!(curve.end.as_ref().unwrap().as_str(), "cam_3");
        assert_eq!(mission.ships.len(), before);
        let fighters = selected(&[
            (Collection::Ships, "player"),
            (Collection::Ships, "alpha_2"),
        ]);
        let (mission, id) = with(Addition::Curve, &fighters, &Site::default());
        let curve = mission.curves.get(&id.id).unwrap();
        let points = curve
            .ships()
            .map(|it| mission.ships.get(it.unwrap().as_str()));
        let is_point = |ship: &Ship| ship.kind == records::Ship::KIND_CURVE_POINT;
        assert!(points.iter().all(|it| is_point(it.unwrap())));
        assert_eq!(mission.ships.len(), before + 4);
        assert_eq!(model::validate::check(&mission), []);
    }

    #[test]
    fn lengths_are_rounded_to_a_digit() {
        assert_eq!(round(4_321.0), 4_000.0);
        assert_eq!(round(0.0), 1.0);
        assert_eq!(round(96_000.0), 100_000.0);
    }
}
