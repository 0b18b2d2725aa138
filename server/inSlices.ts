import { setImmediate as others } from 'node:timers/promises'

/** In milliseconds. */
const slice = 10

/** Runs a long computation in slices of ten milliseconds, with the rest of the process in between. */
export const inSlices = async <T>(steps: Generator<void, T>): Promise<T> => {
  for (let since = performance.now(); ; ) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - since < slice) continue
    await others()
    since = performance.now()
  }
}

/** In milliseconds. A request waits for several slices, once for each answer that it needs. */
const short = 2

/**
 * A function to await in a long loop, which lets the rest of the process work every two milliseconds.
 * @param rest waits longer, after others have had their turn
 */
export const pauses = (rest?: () => Promise<void>): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < short) return
    await others()
    await rest?.()
    since = performance.now()
  }
}
