//! The director's camera: shots along curves and from ships (script-vm 8).

use glam::DVec3;

use crate::curves::{path, point_of};
use crate::maths::{look_at, radians, turn_x, turn_y, vector};
use crate::object::{Flags, Pose};
use crate::simulation::Simulation;
use crate::trace::TraceEvent;
use crate::vm::conditions::number::CAMERA_REACHED;
use crate::vm::events::Values;
use crate::vm::squads::walk;

use crate::clock::TICKS_PER_SECOND;

/// The director's view.
pub(crate) const VIEW: u8 = 13;
/// Shots that the table holds.
const MOST_SHOTS: usize = 10;

/// What a shot is taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Path {
    /// Where the camera is.
    None,
    /// A ship.
    Ship(u16),
    /// The path that starts with a curve.
    Curve(u16),
}

/// A shot of the table (script-vm V320).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shot {
    pub(crate) path: Path,
    pub(crate) tracked: Option<u16>,
    pub(crate) seconds: u32,
    pub(crate) ridden: Option<u16>,
    /// Place of the ship, group or squad that is held.
    pub(crate) held: u32,
}

/// The shot that runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Running {
    shot: Shot,
    total: u32,
    length: f64,
    /// The curve that it is on, and that curve's place on the path.
    curve: Option<u16>,
    place: usize,
    ticks: u32,
    elapsed: u32,
    /// Yaw and pitch in degrees, at the start and at the end.
    yaw: (f64, f64),
    pitch: (f64, f64),
    /// The next marked place of the curve, counted from the nearest.
    marker: usize,
    /// Where the camera was as it began, for a shot from nowhere.
    stays: DVec3,
}

/// The director.
#[derive(Debug, Clone, Default)]
pub(crate) struct Director {
    pub(crate) shots: Vec<Shot>,
    pub(crate) running: Option<Running>,
    /// Ships that the view holds.
    held: Vec<u16>,
}

impl Running {
    /// The curve that it is on.
    pub(crate) fn curve(&self) -> Option<u16> {
        self.curve
    }

    /// The ship that it is taken from.
    pub(crate) fn ship(&self) -> Option<u16> {
        match self.shot.path {
            Path::Ship(ship) => Some(ship),
            _ => None,
        }
    }

    /// How far along its curve it is.
    pub(crate) fn share(&self) -> f64 {
        if self.ticks == 0 {
            1.0
        } else {
            f64::from(self.elapsed) / f64::from(self.ticks)
        }
    }
}

impl Simulation {
    /// Empties the table and begins a shot (V321).
    pub(crate) fn start_director(&mut self, shot: Shot) {
        self.director.shots.clear();
        self.stack_director(shot);
    }

    /// Appends a shot; it begins at once if it is the only one (V322).
    pub(crate) fn stack_director(&mut self, shot: Shot) {
        if self.director.shots.len() >= MOST_SHOTS {
            self.gap("an eleventh shot");
            return;
        }
        self.director.shots.push(shot);
        if self.director.shots.len() == 1 {
            self.begin_shot(shot);
        }
    }

    /// Goes back to the cockpit, unless the player's ship is gone; the table stays (V323).
    pub(crate) fn stop_director(&mut self) {
        let gone = self
            .world
            .object(0)
            .is_none_or(|player| player.is_stand_in());
        if !gone {
            self.switch_view(0, Some(0), false, true);
        }
    }

    /// Begins a shot (V324).
    fn begin_shot(&mut self, shot: Shot) {
        let length = match shot.path {
            Path::Curve(first) => self.path_length(first),
            _ => 0.0,
        };
        let total = shot.seconds.saturating_mul(TICKS_PER_SECOND);
        let mut running = Running {
            shot,
            total,
            length,
            curve: None,
            place: 0,
            ticks: total,
            elapsed: 0,
            yaw: (0.0, 0.0),
            pitch: (0.0, 0.0),
            marker: 0,
            stays: self.camera.pose.position,
        };
        let first = match shot.path {
            Path::Curve(curve) => Some(curve),
            _ => None,
        };
        self.log(TraceEvent::ShotBegun {
            curve: first,
            ship: running.ship(),
            ticks: total,
        });
        match shot.path {
            Path::Curve(curve) => self.begin_shot_curve(&mut running, curve, 0),
            Path::Ship(ship) => {
                if let Some((yaw, pitch)) = self.record_angles(ship) {
                    running.yaw = (yaw, yaw);
                    running.pitch = (pitch, pitch);
                }
            }
            Path::None => {}
        }
        self.director.running = Some(running);
        self.switch_view(VIEW, None, true, true);
    }

    /// Comes to a curve of the path (V326, V327).
    fn begin_shot_curve(&mut self, running: &mut Running, curve: u16, place: usize) {
        running.curve = Some(curve);
        running.place = place;
        running.ticks = self.curve_ticks(curve, running.length, running.total);
        running.elapsed = 0;
        running.marker = 0;
        let ends = self
            .curve(curve)
            .map(|curve| (curve.start.index(), curve.end.index()));
        if let Some((start, end)) = ends {
            let from = start
                .and_then(|ship| self.record_angles(ship))
                .unwrap_or((0.0, 0.0));
            let to = end
                .and_then(|ship| self.record_angles(ship))
                .unwrap_or(from);
            let raised = |from: f64, to: f64| if to < from { to + 360.0 } else { to };
            running.yaw = (from.0, raised(from.0, to.0));
            running.pitch = (from.1, raised(from.1, to.1));
        }
        self.log(TraceEvent::ShotCurve {
            curve,
            ticks: running.ticks,
        });
    }

    /// Yaw and pitch of a ship's record at run time.
    fn record_angles(&self, ship: u16) -> Option<(f64, f64)> {
        let record = self.world.records.get(usize::from(ship))?;
        Some((f64::from(record.yaw), f64::from(record.pitch)))
    }

    /// A frame of the director's camera (V328 to V332).
    pub(crate) fn run_director(&mut self) {
        if self.camera.view != VIEW {
            return;
        }
        let Some(mut running) = self.director.running else {
            return;
        };
        running.elapsed = running.elapsed.saturating_add(1);
        let share = running.share();
        let position = self.shot_place(&running, share);
        self.pass_shot_marker(&mut running, share);
        let orientation = match running.shot.tracked {
            Some(tracked) => look_at(self.drawn(tracked).position - position),
            None => {
                let at = |(from, to): (f64, f64)| radians(from + (to - from) * share);
                turn_y(at(running.yaw)) * turn_x(at(running.pitch))
            }
        };
        self.camera.pose = Pose {
            position,
            orientation,
        };
        if share >= 1.0 {
            self.end_shot_curve(running);
        } else {
            self.director.running = Some(running);
        }
    }

    /// Where the camera is, that far along its curve (V328, V329).
    fn shot_place(&self, running: &Running, share: f64) -> DVec3 {
        let place = match (running.shot.path, running.curve) {
            (Path::Ship(ship), _) => self.drawn(ship).position,
            (_, Some(curve)) => match self.curve(curve) {
                Some(curve) => point_of(curve, share),
                None => running.stays,
            },
            _ => running.stays,
        };
        let ridden = running.shot.ridden.and_then(|ship| {
            let placed = vector(self.mission.ship(ship)?.position);
            Some(self.drawn(ship).position - placed)
        });
        place + ridden.unwrap_or(DVec3::ZERO)
    }

    /// Past a marked place, its last point is reached; one place a frame (V330).
    fn pass_shot_marker(&mut self, running: &mut Running, share: f64) {
        let Some(curve) = running.curve else {
            return;
        };
        let Some(markers) = self.mission.markers.get(usize::from(curve)) else {
            return;
        };
        let Some(next) = markers.get(running.marker).copied() else {
            return;
        };
        if share <= f64::from(next.share) {
            return;
        }
        let same = markers
            .iter()
            .skip(running.marker)
            .take_while(|marker| marker.share == next.share)
            .copied();
        let (count, last) = same.fold((0, next), |(count, _), marker| (count + 1, marker));
        running.marker += count;
        self.camera_reached(last.ship);
    }

    fn camera_reached(&mut self, ship: u16) {
        self.log(TraceEvent::CameraReached { ship });
        self.post(ship, CAMERA_REACHED, Values::NONE);
    }

    /// The end of a curve, or of a shot from a ship (V332).
    fn end_shot_curve(&mut self, mut running: Running) {
        if let Some(curve) = running.curve {
            let end = self.curve(curve).and_then(|curve| curve.end.index());
            if let Some(end) = end {
                self.camera_reached(end);
            }
            if let Path::Curve(first) = running.shot.path {
                let place = running.place + 1;
                let curves = path(&self.mission.successors, first);
                if let Some(&next) = curves.get(place) {
                    self.begin_shot_curve(&mut running, next, place);
                    self.director.running = Some(running);
                    return;
                }
            }
        }
        self.log(TraceEvent::ShotEnded);
        self.director.running = None;
        self.switch_view(0, Some(0), false, true);
        if !self.director.shots.is_empty() {
            self.director.shots.remove(0);
        }
        if let Some(&next) = self.director.shots.first() {
            self.begin_shot(next);
        }
    }

    /// Holds the shot's ships as the view becomes the director's, and lets them go as it becomes
    /// another (V334).
    pub(crate) fn hold_for_view(&mut self) {
        for ship in std::mem::take(&mut self.director.held) {
            if let Some(object) = self.world.object_mut(ship) {
                object.flags.set(Flags::JUMPING, false);
            }
        }
        let held = match self.director.running {
            Some(running) if self.camera.view == VIEW => running.shot.held,
            _ => return,
        };
        for reached in walk(&self.mission, held, 0) {
            if let Some(object) = self.world.object_mut(reached.ship) {
                object.flags.set(Flags::JUMPING, true);
                self.director.held.push(reached.ship);
            }
        }
    }
}
