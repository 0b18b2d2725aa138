/** In milliseconds. */
const timeToUndo = 10_000

/** Options of `useNotify` for a toast that offers to take something back, for ten seconds. */
export const undoable = (label: string, undo: () => void) => ({
  action: { label, onClick: undo },
  autoHideDuration: timeToUndo,
})
