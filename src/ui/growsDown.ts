/** The `sx` of dialogs whose contents come bit by bit: they grow downwards alone, so that nothing moves from under the pointer. */
export const growsDown = { '& .MuiDialog-container': { alignItems: 'flex-start' } }
