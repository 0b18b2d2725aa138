/** In the store: whether `?` opens the help. WCAG 2.1.4 asks for a way to switch keys of one character off. */
export const helpKey = 'helpKey'
