/** In milliseconds. */
const timeToUndo = 10_000

/** `useNotify` options that offer to take back. */
export const undoable = (label: string, undo: () => void) => ({
  action: { label, onClick: undo },
  autoHideDuration: timeToUndo,
})
