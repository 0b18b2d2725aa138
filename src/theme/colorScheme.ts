/** Sign-out empties react-admin's store. */
export const colorModeKey = 'color-mode'

/** Before the first paint; by default, the system's. */
export const applyStoredColorMode = (): void => {
  const mode = localStorage.getItem(colorModeKey)
  if (mode === 'light' || mode === 'dark') document.documentElement.dataset.scheme = mode
}
