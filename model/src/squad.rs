//! Squads.

use serde::{Deserialize, Serialize};

use crate::ids::{FlightGroupId, ShipId, SquadId};
use crate::record::{Meta, RawBytes, changes};

/// A squad (dte-format 2.8): ships, flight groups, other squads, or components of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Squad {
    /// Its id; a squad has no display name.
    pub id: SquadId,
    /// Its members, in order.
    pub members: Vec<Member>,
    /// Object ID; `None` takes a free one.
    pub object_id: Option<u16>,
    /// Raw bytes, editor's notes, kept keys.
    pub meta: Meta,
}

/// A member of a squad.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// Who.
    pub target: MemberTarget,
    /// Which component of it; `None` for the whole.
    pub component: Option<u8>,
    /// Bytes laid over what the member compiles to.
    pub raw: RawBytes,
}

/// Who a member is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemberTarget {
    /// A ship.
    Ship(ShipId),
    /// Every ship of a flight group.
    FlightGroup(FlightGroupId),
    /// Every member of another squad.
    Squad(SquadId),
    /// An object ID that no record bears.
    Object(u16),
}

impl Squad {
    /// A squad without members.
    pub fn new(id: SquadId) -> Self {
        Self {
            id,
            members: Vec::new(),
            object_id: None,
            meta: Meta::default(),
        }
    }
}

impl Member {
    /// The whole of a target.
    pub fn whole(target: MemberTarget) -> Self {
        Self {
            target,
            component: None,
            raw: RawBytes::default(),
        }
    }
}

changes! {
    /// A change of one field of a squad.
    SquadChange of Squad in Squads {
        /// Members.
        Members(members: Vec<Member>),
        /// Object ID.
        ObjectId(object_id: Option<u16>),
    }
}
