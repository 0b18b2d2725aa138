/** For buttons that go once they are pressed, and would take the focus along. */
export const focusOpenTab = (): void => {
  setTimeout(() => document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus())
}
