//! Why no event of a condition came.

use formats::records::{Ship, Trigger};

use crate::bind::Entity;
use crate::simulation::Simulation;
use crate::vm::conditions::{goes_to_groups, is_posted, number};

use super::NoEvent;
use super::inquiry::{Inquiry, offering};

impl Simulation {
    /// Why no event came, as far as a run has shown: what can never be comes first, then what was not
    /// there, then what did not happen.
    pub(super) fn no_event(&self, inquiry: &Inquiry) -> NoEvent {
        self.never(inquiry)
            .or_else(|| self.not_asked(inquiry))
            .or_else(|| self.not_filmed(inquiry))
            .or_else(|| self.not_there(inquiry))
            .or_else(|| self.not_near(inquiry))
            .unwrap_or_else(|| self.did_not_happen(inquiry))
    }

    /// What is so in every run.
    fn never(&self, inquiry: &Inquiry) -> Option<NoEvent> {
        let Some(trigger) = self.mission.trigger(inquiry.trigger) else {
            return Some(NoEvent::NoTrigger);
        };
        if inquiry.object.is_none() {
            return Some(NoEvent::NoSlice);
        }
        let Some(entity) = inquiry.entity else {
            return Some(NoEvent::NoRecord);
        };
        if trigger.link == Trigger::NO_LINK {
            return Some(NoEvent::RunsNothing);
        }
        if !is_posted(inquiry.condition) {
            return Some(NoEvent::NotPosted);
        }
        match entity {
            Entity::Ship(_) => None,
            _ if !goes_to_groups(inquiry.condition) => Some(NoEvent::ShipsAlone),
            _ if inquiry.members.is_empty() => Some(NoEvent::NoMembers),
            _ => None,
        }
    }

    /// What the player did not ask for, or was not offered (V156).
    fn not_asked(&self, inquiry: &Inquiry) -> Option<NoEvent> {
        let variable = offering(inquiry.condition)?;
        if inquiry.entity != Some(Entity::Ship(0)) {
            return Some(NoEvent::PlayerAlone);
        }
        if inquiry.condition == number::PLAYER_WANTS_BACKUP && self.player.backup_asked {
            return Some(NoEvent::AskedBefore);
        }
        Some(match inquiry.offered {
            Some(since) => NoEvent::NotAsked { variable, since },
            None => NoEvent::NotOffered {
                variable,
                asked: inquiry.asked,
            },
        })
    }

    /// Where the camera did not come (V330, V332).
    fn not_filmed(&self, inquiry: &Inquiry) -> Option<NoEvent> {
        if inquiry.condition != number::CAMERA_REACHED {
            return None;
        }
        let Some(Entity::Ship(ship)) = inquiry.entity else {
            return None;
        };
        let curves: Vec<u16> = (0..=u16::MAX)
            .zip(&self.mission.tables.curves)
            .filter(|(index, curve)| {
                let markers = self.mission.markers.get(usize::from(*index));
                let marked = markers.is_some_and(|it| it.iter().any(|it| it.ship == ship));
                marked || curve.end.index() == Some(ship)
            })
            .map(|(index, _)| index)
            .collect();
        let flown = curves
            .iter()
            .find_map(|curve| Some((*curve, *inquiry.flown.get(curve)?)));
        Some(match flown {
            _ if curves.is_empty() => NoEvent::NoCurve,
            Some((curve, at)) => NoEvent::CutShort { curve, at },
            None => NoEvent::NotFlown { curves },
        })
    }

    /// Ships that were not there to have an event.
    fn not_there(&self, inquiry: &Inquiry) -> Option<NoEvent> {
        if inquiry.destroyed_before {
            let at = inquiry.destroyed;
            return Some(NoEvent::DestroyedBefore { at });
        }
        if inquiry.made.is_some() || self.is_reached_by_curve_alone(inquiry) {
            return None;
        }
        let mut groups = Vec::new();
        let mut alone = Vec::new();
        for &(ship, _) in &inquiry.members {
            match self.mission.group_of(ship) {
                Some(group) if !groups.contains(&group) => groups.push(group),
                Some(_) => {}
                None => alone.push(ship),
            }
        }
        Some(NoEvent::NeverMade { groups, alone })
    }

    /// Whether the condition is ShipReached on what is no waypoint and no nav point: it does not look
    /// who comes, made or not, and hears of ships alone that follow a curve there (V157, V167).
    fn is_reached_by_curve_alone(&self, inquiry: &Inquiry) -> bool {
        let kind = match inquiry.entity {
            Some(Entity::Ship(ship)) => self.mission.ship(ship).map(|record| record.kind),
            _ => None,
        };
        let looks = [Some(Ship::KIND_WAYPOINT), Some(Ship::KIND_NAV_POINT)].contains(&kind);
        inquiry.condition == number::SHIP_REACHED && !looks
    }

    /// Who did not come near (V162 to V168).
    fn not_near(&self, inquiry: &Inquiry) -> Option<NoEvent> {
        let watches = [
            number::SHIP_REACHED,
            number::CLOSE_PROXIMITY,
            number::PROXIMITY,
        ];
        if !watches.contains(&inquiry.condition) {
            return None;
        }
        if self.is_reached_by_curve_alone(inquiry) {
            return Some(NoEvent::DoesNotLook);
        }
        let mut watches = self.vm.watches.iter();
        let watch = watches.find(|watch| watch.trigger == inquiry.trigger)?;
        if let Some(nearest) = inquiry.nearest {
            return Some(NoEvent::TooFar { nearest });
        }
        if !watch.flagged {
            let setting = inquiry.setting.filter(|setting| !setting.on);
            return Some(NoEvent::WatchOff {
                at: setting.map(|setting| setting.at),
                script: setting.and_then(|setting| setting.script),
            });
        }
        match inquiry.condition {
            number::PROXIMITY if watch.radii.is_none() => Some(NoEvent::NoReach),
            _ if inquiry.looks > 0 => Some(NoEvent::NobodyNear),
            _ => None,
        }
    }

    /// What did not happen, though it could have.
    fn did_not_happen(&self, inquiry: &Inquiry) -> NoEvent {
        if let Some((ship, component, at)) = inquiry.passed_by {
            return NoEvent::PassedBy {
                ship,
                component,
                at,
            };
        }
        if let at @ Some(_) = inquiry.destroyed {
            return NoEvent::DestroyedBefore { at };
        }
        if let Some(at) = inquiry.gone {
            return NoEvent::Gone { at };
        }
        if let Some(since) = inquiry.landing {
            return NoEvent::Landing { since };
        }
        if inquiry.has_others() {
            return NoEvent::OnlyOthers;
        }
        match self.is_over() {
            true => NoEvent::MissionOver { at: self.now },
            false => NoEvent::Nothing,
        }
    }
}
