//! The camera's views (engine-facts 20), apart from the director's.

use glam::DVec3;

use crate::maths::look_at;
use crate::object::Pose;
use crate::simulation::Simulation;
use crate::trace::TraceEvent;

use crate::director;

/// The cockpit.
pub(crate) const COCKPIT: u8 = 0;
/// Behind a ship.
pub(crate) const CHASE: u8 = 4;
/// Behind a missile.
pub(crate) const MISSILE: u8 = 0x12;
/// Behind the player's end, drawing back.
const DEATH: u8 = 8;
/// A chase's height above the ship, and how far behind it stands.
const CHASE_HEIGHT: f64 = -750.0;
const CHASE_DISTANCE: f64 = 1800.0;
/// Share of the way to its distance that a chase goes each frame.
const CHASE_EASE: f64 = 0.1;
/// What a ship's throttle adds to the distance.
const CHASE_THROTTLE: f64 = 400.0;
/// How far behind the player's end the camera starts, and how far it draws back each tick.
const DEATH_DISTANCE: f64 = 3000.0;
const DEATH_PULL: f64 = 10.0;

/// The camera.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Camera {
    pub(crate) view: u8,
    /// The ship that the view is of.
    pub(crate) ship: Option<u16>,
    pub(crate) locked: bool,
    pub(crate) pose: Pose,
    /// How far behind its ship it stands.
    distance: f64,
}

impl Camera {
    /// The camera in the player's cockpit.
    pub(crate) fn new() -> Self {
        Self {
            view: COCKPIT,
            ship: Some(0),
            locked: false,
            pose: Pose::at(DVec3::ZERO),
            distance: CHASE_DISTANCE,
        }
    }

    /// Switches to a view, whatever the present one.
    fn force(&mut self, view: u8, ship: Option<u16>, locked: bool) {
        self.view = view;
        self.ship = ship;
        self.locked = locked;
        self.distance = if view == DEATH {
            DEATH_DISTANCE
        } else {
            CHASE_DISTANCE
        };
    }
}

impl Simulation {
    /// Switches to a view; a locked one refuses unless it is forced.
    pub(crate) fn switch_view(&mut self, view: u8, ship: Option<u16>, locked: bool, forced: bool) {
        if self.camera.locked && !forced {
            return;
        }
        let before = (self.camera.view, self.camera.ship);
        self.camera.force(view, ship, locked);
        self.hold_for_view();
        if before != (view, ship) {
            self.log_view();
        }
    }

    /// Logs the present view.
    fn log_view(&mut self) {
        self.log(TraceEvent::ViewChanged {
            view: self.camera.view,
            ship: self.camera.ship,
        });
    }

    /// A frame of the camera.
    pub(crate) fn run_camera(&mut self) {
        if self.camera.view == director::VIEW {
            self.run_director();
            return;
        }
        let ship = self.camera.ship.unwrap_or(0);
        let pose = self.drawn(ship);
        self.camera.pose = match self.camera.view {
            CHASE | MISSILE => {
                let throttle = self
                    .world
                    .object(ship)
                    .map_or(0.0, |object| object.throttle);
                let wanted = CHASE_THROTTLE * throttle + CHASE_DISTANCE;
                self.camera.distance += (wanted - self.camera.distance) * CHASE_EASE;
                let place = DVec3::new(0.0, CHASE_HEIGHT, -self.camera.distance);
                Pose {
                    position: pose.world(place),
                    orientation: pose.orientation,
                }
            }
            DEATH => {
                self.camera.distance += DEATH_PULL;
                let position = pose.world(-DVec3::Z * self.camera.distance);
                Pose {
                    position,
                    orientation: look_at(pose.position - position),
                }
            }
            _ => pose,
        };
    }
}
