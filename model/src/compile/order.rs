//! The order of triggers in the image.

use std::collections::{HashMap, HashSet};

use crate::mission::Mission;
use crate::object_ids::ObjectIds;
use crate::trigger::Subject;

/// The triggers in the order in which they are written, as places in the author's list.
///
/// All triggers of one subject must follow one another (dte-format 3.3), so each subject's come where
/// its first stands. A list that has them together already stays as it is.
pub fn trigger_order(mission: &Mission) -> Vec<usize> {
    let object_ids = ObjectIds::new(mission);
    // A ship and its number are one subject, and so are two records that share a number.
    let one = |subject| match object_ids.of_subject(mission, subject) {
        Some(id) => Ok(id),
        None => Err(subject),
    };
    let mut by_subject: HashMap<Result<u16, &Subject>, Vec<usize>> = HashMap::new();
    for (at, trigger) in mission.triggers.iter().enumerate() {
        if let Some(subject) = &trigger.subject {
            by_subject.entry(one(subject)).or_default().push(at);
        }
    }
    let mut done = HashSet::new();
    let mut order = Vec::with_capacity(mission.triggers.len());
    for (at, trigger) in mission.triggers.iter().enumerate() {
        match &trigger.subject {
            None => order.push(at),
            Some(subject) if done.insert(one(subject)) => {
                order.extend(by_subject.remove(&one(subject)).unwrap_or_default());
            }
            Some(_) => {}
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ship;
    use crate::ids::{ShipId, TriggerId};
    use crate::trigger::Trigger;

    #[test]
    fn triggers_of_one_subject_come_together() {
        let mut mission = Mission::default();
        for (at, ship) in ["a", "b", "", "a", "c", "b"].into_iter().enumerate() {
            let mut trigger = Trigger::new(TriggerId::new(&format!("t{at}")).unwrap());
            trigger.subject = ShipId::new(ship).ok().map(Subject::Ship);
            mission.triggers.push(trigger);
        }
        assert_eq!(trigger_order(&mission), [0, 3, 1, 5, 2, 4]);
    }

    #[test]
    fn a_ship_and_its_number_are_one_subject() {
        let mut mission = Mission::default();
        for ship in ["a", "b"] {
            let mut ship = Ship::new(ShipId::new(ship).unwrap());
            ship.object_id = (ship.id.as_str() == "b").then_some(7);
            mission.ships.push(ship);
        }
        let named = |id| Subject::Ship(ShipId::new(id).unwrap());
        let subjects = [
            named("b"),
            named("a"),
            Subject::Object(7),
            Subject::Object(9),
        ];
        for (at, subject) in subjects.into_iter().enumerate() {
            let mut trigger = Trigger::new(TriggerId::new(&format!("t{at}")).unwrap());
            trigger.subject = Some(subject);
            mission.triggers.push(trigger);
        }
        assert_eq!(trigger_order(&mission), [0, 2, 1, 3]);
    }
}
