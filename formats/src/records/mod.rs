//! The fixed-size records of an image, field by field (dte-format 2).
//!
//! Each file holds one kind. Its table reads as the specification does: offset, field, type and the
//! value that a new record carries. Unknown bytes are fields like any other, so a record written
//! again is the record that was read.

use crate::sections::SectionId;

mod curve;
mod flight_group;
mod formation;
mod global;
mod object;
mod part;
mod reference;
mod ship;
mod squad;
mod trigger;

pub use curve::Curve;
pub use flight_group::FlightGroup;
pub use formation::{Formation, FormationPoint};
pub use global::Global;
pub use object::{Object, ObjectKind};
pub use part::Part;
pub use reference::Reference;
pub use ship::Ship;
pub use squad::{Squad, SquadMember};
pub use trigger::Trigger;

/// Where a field lies in its record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Bytes from the start of the record.
    pub offset: usize,
    /// Bytes that it takes.
    pub len: usize,
    /// Its name, as the structure has it.
    pub name: &'static str,
}

/// A record of fixed size.
pub trait Record: Sized + Default {
    /// The section that holds such records.
    const SECTION: SectionId;
    /// Bytes a record.
    const SIZE: usize;
    /// Its fields, in order and without gaps.
    const FIELDS: &'static [Field];

    /// Reads a record from its first bytes, or `None` if there are too few.
    fn read(bytes: &[u8]) -> Option<Self>;

    /// Appends the record's [`Self::SIZE`] bytes.
    fn write(&self, out: &mut Vec<u8>);

    /// The record's bytes.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::SIZE);
        self.write(&mut bytes);
        bytes
    }
}

/// Whether fields follow one another without a gap up to `size`.
const fn tiles(fields: &[Field], size: usize) -> bool {
    let mut end = 0;
    let mut i = 0;
    while i < fields.len() {
        #[expect(
            clippy::indexing_slicing,
            reason = "evaluated by the compiler, in bounds"
        )]
        let field = &fields[i];
        if field.offset != end {
            return false;
        }
        end += field.len;
        i += 1;
    }
    end == size
}

/// Declares a record: its structure, its defaults and its bytes, from one table.
macro_rules! record {
    (
        $(#[$meta:meta])*
        $name:ident: $size:literal bytes of $section:ident {
            $($(#[$field_meta:meta])* $offset:literal $field:ident: $ty:ty = $default:expr,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $ty,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $crate::records::Record for $name {
            const SECTION: $crate::SectionId = $crate::SectionId::$section;
            const SIZE: usize = $size;
            const FIELDS: &'static [$crate::records::Field] = &[$($crate::records::Field {
                offset: $offset,
                len: <$ty as $crate::bytes::Scalar>::SIZE,
                name: stringify!($field),
            },)*];

            fn read(bytes: &[u8]) -> Option<Self> {
                Some(Self { $($field: $crate::bytes::get(bytes, $offset)?,)* })
            }

            fn write(&self, out: &mut Vec<u8>) {
                $($crate::bytes::Scalar::put(&self.$field, out);)*
            }
        }

        const _: () = assert!(
            $crate::records::tiles(<$name as $crate::records::Record>::FIELDS, $size),
            "the fields tile the record"
        );
    };
}
pub(crate) use record;
