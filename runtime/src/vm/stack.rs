//! A thread's stack (script-vm V32).

use super::fault::Cause;

/// Places of a stack.
pub(crate) const CELLS: usize = 32;

/// A stack of 32 dwords, which grows upward. Values above its top stay where they are: a part that
/// asks for more arguments than it was given reads them (V51).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Stack {
    cells: [u32; CELLS],
    top: u8,
}

impl Stack {
    /// Values on the stack.
    pub(crate) fn len(&self) -> usize {
        usize::from(self.top)
    }

    /// The values, the first pushed first.
    pub(crate) fn values(&self) -> &[u32] {
        self.cells.get(..self.len()).unwrap_or_default()
    }

    /// Drops every value; what the cells hold stays.
    pub(crate) fn empty(&mut self) {
        self.top = 0;
    }

    /// A cell by its number, on the stack or above it.
    pub(crate) fn cell(&self, cell: usize) -> Option<u32> {
        self.cells.get(cell).copied()
    }

    /// A cell to write to.
    pub(crate) fn cell_mut(&mut self, cell: usize) -> Option<&mut u32> {
        self.cells.get_mut(cell)
    }

    /// Pushes a value.
    #[inline]
    pub(crate) fn push(&mut self, value: u32) -> Result<(), Cause> {
        let cell = self
            .cells
            .get_mut(usize::from(self.top))
            .ok_or(Cause::StackOverflow)?;
        *cell = value;
        self.top += 1;
        Ok(())
    }

    /// Takes the top value.
    #[inline]
    pub(crate) fn pop(&mut self) -> Result<u32, Cause> {
        let top = self.top.checked_sub(1).ok_or(Cause::StackUnderflow)?;
        self.top = top;
        self.cell(usize::from(top)).ok_or(Cause::StackUnderflow)
    }

    /// The top value.
    #[inline]
    pub(crate) fn peek(&self) -> Result<u32, Cause> {
        let top = self.len().checked_sub(1).ok_or(Cause::StackUnderflow)?;
        self.cell(top).ok_or(Cause::StackUnderflow)
    }

    /// Lowers the top by a number of values and gives the cell of the first of them.
    pub(crate) fn drop_values(&mut self, count: usize) -> Result<usize, Cause> {
        let first = self.len().checked_sub(count).ok_or(Cause::StackUnderflow)?;
        // No more than it was, so it fits.
        self.top = u8::try_from(first).map_err(|_| Cause::StackUnderflow)?;
        Ok(first)
    }

    /// Replaces the two top values, a below b, with one.
    #[inline]
    pub(crate) fn combine(&mut self, with: impl FnOnce(u32, u32) -> u32) -> Result<(), Cause> {
        let b = self.top.checked_sub(1).ok_or(Cause::StackUnderflow)?;
        let a = self.top.checked_sub(2).ok_or(Cause::StackUnderflow)?;
        let second = self.cell(usize::from(b)).ok_or(Cause::StackUnderflow)?;
        let cell = self.cell_mut(usize::from(a)).ok_or(Cause::StackUnderflow)?;
        *cell = with(*cell, second);
        self.top = b;
        Ok(())
    }

    /// The two top values, a below b.
    pub(crate) fn pair(&self) -> Result<(u32, u32), Cause> {
        let a = self.len().checked_sub(2).ok_or(Cause::StackUnderflow)?;
        match (self.cell(a), self.cell(a + 1)) {
            (Some(a), Some(b)) => Ok((a, b)),
            _ => Err(Cause::StackUnderflow),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_holds_32_and_no_more() {
        let mut stack = Stack::default();
        for n in 0..32 {
            stack.push(n).unwrap();
        }
        assert_eq!(stack.push(32), Err(Cause::StackOverflow));
        assert_eq!(stack.pop(), Ok(31));
        stack.empty();
        assert_eq!(stack.pop(), Err(Cause::StackUnderflow));
        assert_eq!(stack.cell(30), Some(30), "values stay above the top");
    }

    #[test]
    fn two_become_one() {
        let mut stack = Stack::default();
        stack.push(7).unwrap();
        assert_eq!(stack.combine(|a, b| a - b), Err(Cause::StackUnderflow));
        stack.push(3).unwrap();
        stack.combine(|a, b| a - b).unwrap();
        assert_eq!(stack.values(), [4]);
    }
}
