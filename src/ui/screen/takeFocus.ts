/**
 * A `ref` that focuses the element when it appears. Unlike `autoFocus` it survives the double mounting of strict mode.
 */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
