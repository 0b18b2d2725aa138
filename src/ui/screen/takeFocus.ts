/** A `ref` that survives strict mode, unlike `autoFocus`. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
