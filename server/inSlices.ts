import { setImmediate as others } from 'node:timers/promises'

/** Milliseconds. A request waits for several slices, one per answer. */
const slice = 2

/** A function to await in a long loop, which lets the process work every two milliseconds. */
export const pauses = (rest?: () => Promise<void>): (() => Promise<void> | undefined) => {
  let since = performance.now()
  const pause = async (): Promise<void> => {
    await others()
    await rest?.()
    since = performance.now()
  }
  return () => (performance.now() - since < slice ? undefined : pause())
}

/** Runs a long computation in slices, so that the process can work in between. */
export const inSlices = async <T>(steps: Generator<void, T>): Promise<T> => {
  const pause = pauses()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    const pausing = pause()
    if (pausing) await pausing
  }
}
