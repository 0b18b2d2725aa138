/** Not in react-admin's store, which sign-out empties. */
export const colorModeKey = 'color-mode'

/** Before the first paint. Without a choice, styles follow the system. */
export const applyStoredColorMode = (): void => {
  const mode = localStorage.getItem(colorModeKey)
  if (mode === 'light' || mode === 'dark') document.documentElement.dataset.scheme = mode
}
