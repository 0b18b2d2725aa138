const pause = 100
const longest = 400

/** An open dialog hides all else from screen readers. */
const isCovered = () => document.querySelector('body > [aria-hidden="true"] main') !== null

/** Waits while a dialog closes: what appears behind it is never read. One that stays open is ignored. */
export const uncovered = async (): Promise<void> => {
  let waited = 0
  do {
    await new Promise(resolve => setTimeout(resolve, pause))
    waited += pause
  } while (waited < longest && isCovered())
}
