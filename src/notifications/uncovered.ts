const pause = 100
const longest = 400

/** An open dialog hides all else from screen readers. */
const isCovered = () => document.querySelector('body > [aria-hidden="true"] main') !== null

/** Waits for a dialog that closes: what appears behind it is never read. A dialog that stays open is not waited for. */
export const uncovered = async (): Promise<void> => {
  let waited = 0
  do {
    await new Promise(resolve => setTimeout(resolve, pause))
    waited += pause
  } while (waited < longest && isCovered())
}
