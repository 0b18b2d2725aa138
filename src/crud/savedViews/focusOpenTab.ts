/** For buttons that go once they are pressed, and would take the focus along. A first view brings the tabs with it. */
export const focusOpenTab = (tries = 20): void => {
  setTimeout(() => {
    const tab = document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    if (tab) tab.focus()
    else if (tries > 0) focusOpenTab(tries - 1)
  }, 50)
}
