/** The storage key of the choice of light, dark or system. Kept outside react-admin's store, which sign-out empties. */
export const colorModeKey = 'color-mode'

/** Shows the chosen scheme before anything is drawn. Without a choice, the page's own styles follow the system. */
export const applyStoredColorMode = (): void => {
  const mode = localStorage.getItem(colorModeKey)
  if (mode === 'light' || mode === 'dark') document.documentElement.dataset.scheme = mode
}
