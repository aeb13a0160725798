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

/// A stack while instructions work on it: the number of its values is at hand for each of them,
/// where the record would be read and written every time.
pub(crate) struct Working<'a> {
    cells: &'a mut [u32; CELLS],
    top: usize,
}

impl Stack {
    /// The stack with its cells in a place of their own, to work on; [`Self::put_back`] ends that.
    #[inline(always)]
    pub(crate) fn work<'a>(&self, cells: &'a mut [u32; CELLS]) -> Working<'a> {
        *cells = self.cells;
        Working {
            cells,
            top: usize::from(self.top),
        }
    }

    /// The stack as it is after the work on it.
    #[inline(always)]
    pub(crate) fn put_back(&mut self, worked: &Working<'_>) {
        self.cells = *worked.cells;
        // Never more than 32.
        self.top = worked.top as u8;
    }

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
    pub(crate) fn push(&mut self, value: u32) -> Result<(), Cause> {
        self.with(|stack| stack.push(value))
    }

    /// Lowers the top by a number of values and gives the cell of the first of them.
    pub(crate) fn drop_values(&mut self, count: usize) -> Result<usize, Cause> {
        self.with(|stack| stack.drop_values(count))
    }

    fn with<T>(&mut self, work: impl FnOnce(&mut Working<'_>) -> T) -> T {
        let mut working = Working {
            cells: &mut self.cells,
            top: usize::from(self.top),
        };
        let done = work(&mut working);
        // Never more than 32.
        self.top = working.top as u8;
        done
    }
}

impl Working<'_> {
    /// Values on the stack.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.top
    }

    /// A cell by its number, on the stack or above it.
    #[inline(always)]
    pub(crate) fn cell(&self, cell: usize) -> Option<u32> {
        self.cells.get(cell).copied()
    }

    /// A cell to write to.
    #[inline(always)]
    pub(crate) fn cell_mut(&mut self, cell: usize) -> Option<&mut u32> {
        self.cells.get_mut(cell)
    }

    /// Pushes a value.
    #[inline(always)]
    pub(crate) fn push(&mut self, value: u32) -> Result<(), Cause> {
        *self.cells.get_mut(self.top).ok_or(Cause::StackOverflow)? = value;
        self.top += 1;
        Ok(())
    }

    /// Takes the top value.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Result<u32, Cause> {
        self.top = self.top.checked_sub(1).ok_or(Cause::StackUnderflow)?;
        self.cell(self.top).ok_or(Cause::StackUnderflow)
    }

    /// The top value.
    #[inline(always)]
    pub(crate) fn peek(&self) -> Result<u32, Cause> {
        let top = self.top.checked_sub(1).ok_or(Cause::StackUnderflow)?;
        self.cell(top).ok_or(Cause::StackUnderflow)
    }

    /// Lowers the top by a number of values and gives the cell of the first of them.
    #[inline(always)]
    pub(crate) fn drop_values(&mut self, count: usize) -> Result<usize, Cause> {
        self.top = self.top.checked_sub(count).ok_or(Cause::StackUnderflow)?;
        Ok(self.top)
    }

    /// Replaces the two top values, a below b, with one.
    #[inline(always)]
    pub(crate) fn combine(&mut self, with: impl FnOnce(u32, u32) -> u32) -> Result<(), Cause> {
        let (a, b) = self.pair()?;
        self.top -= 1;
        // A pair is two values at least.
        *self
            .cells
            .get_mut(self.top - 1)
            .ok_or(Cause::StackUnderflow)? = with(a, b);
        Ok(())
    }

    /// The two top values, a below b.
    #[inline(always)]
    pub(crate) fn pair(&self) -> Result<(u32, u32), Cause> {
        let a = self.top.checked_sub(2).ok_or(Cause::StackUnderflow)?;
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
        assert_eq!(stack.with(|stack| stack.pop()), Ok(31));
        stack.empty();
        assert_eq!(stack.with(|stack| stack.pop()), Err(Cause::StackUnderflow));
        assert_eq!(stack.cell(30), Some(30), "values stay above the top");
    }

    #[test]
    fn two_become_one() {
        let mut stack = Stack::default();
        stack.push(7).unwrap();
        let mut cells = [0; CELLS];
        let mut working = stack.work(&mut cells);
        let minus = |a, b| a - b;
        assert_eq!(working.combine(minus), Err(Cause::StackUnderflow));
        working.push(3).unwrap();
        working.combine(minus).unwrap();
        stack.put_back(&working);
        assert_eq!(stack.values(), [4]);
        assert_eq!(stack.cell(1), Some(3), "values stay above the top");
    }
}
