/** Names a menu. Its paper is a dialog, since MUI renders it outside landmarks. */
export const namedMenu = (name: string) => ({
  paper: { role: 'dialog', 'aria-label': name },
  list: { 'aria-label': name },
})
