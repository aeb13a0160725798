//! A mission that has a bit of everything, and runs of it that take messages.

use std::sync::Arc;

use formats::records::{Formation, FormationPoint, Reference, Ship, Trigger};
use formats::{Image, ImageBuilder, SectionId, Tables};
use runtime::link::edits::{Edits, Later, Moment, Peer, messages};
use runtime::link::{Frame, MissionStarted, Session, State, ToGame};
use runtime::{Options, Simulation};

use crate::common::{
    DESTROYED, LAUNCHED, Mission, Owner, all, byte, call, count, group, num, op, routine,
    ship_reference,
};
use formats::script::Opcode;

/// Texts of the pool, by offset: nothing at 0, then these.
pub(crate) const ALPHA: u16 = 1;
pub(crate) const BETA: u16 = 7;
const POOL: &[u8] = b"\0alpha\0beta\0";

/// Ships of [`mission`] that its start part makes: those of the first group.
pub(crate) const MADE: usize = 4;
/// A ship of it that no script makes.
pub(crate) const UNMADE: usize = 4;

/// The mission: group 0 has the ships 0 to 3 and is made at the start; ship 4 is of group 1, which
/// nothing makes; ships 5 to 8 are the points of a curve.
pub(crate) fn mission() -> Image {
    let mut mission = Mission::new(4);
    let made = mission.group();
    let other = mission.group();
    for n in 0..MADE {
        mission.ship_in(made, 0, [5e5 * n as f32, 0.0, 0.0]);
    }
    mission.ship_in(other, 0, [0.0, 9e5, 0.0]);
    for n in 0..4 {
        let place = [1000.0 * n as f32, 0.0, 5e5];
        mission.ship(Ship::KIND_CURVE_POINT, place);
    }
    let curve = mission.curve(5, Some(8));
    let curve = &mut mission.curves[curve];
    curve.leaving = ship_reference(6);
    curve.arriving = ship_reference(7);
    curve.leaving_tangent = [1000.0, 0.0, 0.0];
    curve.arriving_tangent = [1000.0, 0.0, 0.0];
    mission.squad(&[(Owner::Ship(1), 0xFF), (Owner::Ship(2), 0xFF)]);
    mission.start(routine(call(0x03, [group(made)])));
    mission.part(all([count(0)]));
    mission.part(all([count(1), count(1)]));
    mission.trigger(Owner::Ship(1), DESTROYED, all([count(2)]));
    mission.trigger(Owner::Ship(2), LAUNCHED, all([count(3)]));
    mission.trigger(
        Owner::Squad(0),
        DESTROYED,
        routine([num(7), byte(Opcode::PushByte, 7), op(Opcode::Equal)]),
    );
    let image = mission.image();
    let mut builder = ImageBuilder::over(&image).unwrap();
    builder.set_section(SectionId::Strings, POOL).unwrap();
    let image = builder.finish().unwrap();
    changed(&image, |tables| {
        tables.formations = vec![Formation {
            first_point: 0,
            ..Formation::default()
        }];
        tables.formation_points = vec![FormationPoint::default(); 3];
        // The parts' extents, as a compiler writes them.
        let ends: Vec<u16> = tables.parts.iter().skip(1).map(|it| it.start).collect();
        for (part, end) in tables.parts.iter_mut().zip(ends) {
            part.extent = end - part.start;
        }
        for (at, trigger) in tables.triggers.iter_mut().enumerate() {
            trigger.operands[1] = Reference::new(Reference::SHIP, at as u16).0;
        }
    })
}

/// An image with its tables changed.
pub(crate) fn changed(image: &Image, change: impl FnOnce(&mut Tables)) -> Image {
    let mut tables = Tables::read(image);
    change(&mut tables);
    let mut builder = ImageBuilder::over(image).unwrap();
    builder.set_records(&tables.globals).unwrap();
    builder.set_records(&tables.ships).unwrap();
    builder.set_records(&tables.flight_groups).unwrap();
    builder.set_records(&tables.triggers).unwrap();
    builder.set_records(&tables.objects).unwrap();
    builder.set_records(&tables.parts).unwrap();
    builder.set_records(&tables.squads).unwrap();
    builder.set_records(&tables.squad_members).unwrap();
    builder.set_records(&tables.formations).unwrap();
    builder.set_records(&tables.formation_points).unwrap();
    builder.set_records(&tables.curves).unwrap();
    builder.finish().unwrap()
}

/// An image with a section's bytes changed.
pub(crate) fn with_section(
    image: &Image,
    id: SectionId,
    change: impl FnOnce(&mut Vec<u8>),
) -> Image {
    let mut bytes = image.counted(id).to_vec();
    change(&mut bytes);
    let mut builder = ImageBuilder::over(image).unwrap();
    builder.set_section(id, &bytes).unwrap();
    builder.finish().unwrap()
}

/// A mission that plays, with an editor that is linked to it.
pub(crate) struct Run {
    pub(crate) simulation: Simulation,
    session: Session,
}

impl Run {
    /// The mission, started and run for a tenth of a second.
    pub(crate) fn of(image: &Image) -> Self {
        let mut simulation = Simulation::new(Arc::new(image.clone()), Options::default());
        let mut session = Session::new(MissionStarted {
            number: 1,
            file: "mission1.dte".to_owned(),
        });
        session.connect(&mut simulation);
        session.begin(&mut simulation);
        let mut run = Self {
            simulation,
            session,
        };
        run.tick(10);
        run
    }

    pub(crate) fn tick(&mut self, ticks: usize) {
        for _ in 0..ticks {
            self.session.tick(&mut self.simulation);
        }
    }

    /// Sends messages the way that they go over a socket, and has all of them acted on.
    pub(crate) fn take(&mut self, messages: &[ToGame]) {
        for message in messages {
            let frame: Frame = message.to_frame().unwrap();
            self.session.receive(frame).unwrap();
            self.session.work(&mut self.simulation);
        }
    }

    /// The mission's file.
    pub(crate) fn file(&self) -> Image {
        Image::read(self.simulation.mission_image()).unwrap().value
    }

    pub(crate) fn state(&self) -> State {
        State::of(&self.simulation)
    }

    /// What is to be sent to come from one image to another.
    pub(crate) fn edits(&self, basis: &Image, wanted: &Image, peer: Peer) -> Edits {
        let moment = Moment {
            file: &self.file(),
            state: &self.state(),
            flags: &[],
            peer,
        };
        messages(basis, wanted, &moment)
    }
}

/// The messages and what comes later, of edits that can be sent.
pub(crate) fn live(edits: Edits) -> (Vec<ToGame>, Vec<Later>) {
    match edits {
        Edits::Live { messages, later } => (messages, later),
        Edits::Restart { reasons, .. } => panic!("must start anew: {reasons:?}"),
    }
}

/// The tags of messages.
pub(crate) fn tags(messages: &[ToGame]) -> Vec<u16> {
    messages.iter().map(ToGame::tag).collect()
}

/// A trigger that is like another but for its condition.
pub(crate) fn with_condition(trigger: &Trigger, condition: u8) -> Trigger {
    Trigger {
        condition,
        ..trigger.clone()
    }
}
