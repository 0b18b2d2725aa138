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

/** A function to await in a long loop, which lets the rest of the process work every ten milliseconds. */
export const pauses = (): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < slice) return
    await others()
    since = performance.now()
  }
}
