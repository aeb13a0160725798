//! Little-endian access that cannot fail by surprise.
//!
//! Everything in an image is little-endian but the two-byte operands inside script instructions
//! (dte-format 1.1); [`be_u16`] is for those.

/// A value of fixed size that a record's field holds.
pub trait Scalar: Sized {
    /// Bytes that it takes.
    const SIZE: usize;
    /// The value at the start of `bytes`, or `None` if they are too few.
    fn get(bytes: &[u8]) -> Option<Self>;
    /// Appends the value's bytes.
    fn put(&self, out: &mut Vec<u8>);
}

macro_rules! little_endian {
    ($($ty:ty),*) => {$(
        impl Scalar for $ty {
            const SIZE: usize = size_of::<$ty>();
            fn get(bytes: &[u8]) -> Option<Self> {
                bytes.first_chunk().map(|chunk| <$ty>::from_le_bytes(*chunk))
            }
            fn put(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
        }
    )*};
}
little_endian!(u8, u16, i16, u32, i32, f32);

impl<T: Scalar + Copy + Default, const N: usize> Scalar for [T; N] {
    const SIZE: usize = T::SIZE * N;
    fn get(bytes: &[u8]) -> Option<Self> {
        let mut values = [T::default(); N];
        for (i, value) in values.iter_mut().enumerate() {
            *value = T::get(bytes.get(i * T::SIZE..)?)?;
        }
        Some(values)
    }
    fn put(&self, out: &mut Vec<u8>) {
        for value in self {
            value.put(out);
        }
    }
}

/// The little-endian value at `offset`, or `None` past the end.
pub fn get<T: Scalar>(bytes: &[u8], offset: usize) -> Option<T> {
    T::get(bytes.get(offset..)?)
}

/// The big-endian halfword at `offset`, as script operands have it, or `None` past the end.
pub fn be_u16(bytes: &[u8], offset: usize) -> Option<u16> {
    bytes
        .get(offset..)?
        .first_chunk()
        .map(|chunk| u16::from_be_bytes(*chunk))
}
