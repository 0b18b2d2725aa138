/** As a `ref`: what appears has the focus. Unlike `autoFocus` it outlives the mounting and unmounting of strict mode. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus()
