import { setImmediate as others } from 'node:timers/promises'

/** How long work runs before others get their turn, in milliseconds. */
const slice = 10

/** Runs work in steps and lets the rest of the process run between them. */
export const inSlices = async <T>(steps: Generator<void, T>): Promise<T> => {
  for (let since = performance.now(); ; ) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - since < slice) continue
    await others()
    since = performance.now()
  }
}
