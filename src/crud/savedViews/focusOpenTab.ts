/** For buttons that go when pressed, and would take the focus along. The first view brings the tabs. */
export const focusOpenTab = (tries = 20): void => {
  setTimeout(() => {
    const tab = document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    if (tab) tab.focus()
    else if (tries > 0) focusOpenTab(tries - 1)
  }, 50)
}
