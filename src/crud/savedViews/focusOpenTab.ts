const tries = 20

/** For buttons that go once they are pressed, and would take the focus along. A first view brings the tabs with it. */
export const focusOpenTab = (left = tries): void => {
  setTimeout(
    () => {
      const tab = document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
      if (tab) tab.focus()
      else if (left > 0) focusOpenTab(left - 1)
    },
    left === tries ? 0 : 50,
  )
}
