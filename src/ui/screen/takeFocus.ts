/** A `ref` that focuses the element on mount. Unlike `autoFocus`, it survives strict mode's double mounting. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
