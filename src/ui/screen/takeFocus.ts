/** A `ref` that focuses on mount. Unlike `autoFocus`, it survives strict mode. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
