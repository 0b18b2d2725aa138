/** The parts of a menu with its name. It opens outside of the page's landmarks, so what it lies in is a named dialog. */
export const namedMenu = (name: string) => ({
  paper: { role: 'dialog', 'aria-label': name },
  list: { 'aria-label': name },
})
