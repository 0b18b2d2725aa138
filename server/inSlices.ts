import { setImmediate as others } from 'node:timers/promises'

/** How long work goes on before others have their turn, in milliseconds. */
const slice = 10

/** Runs work to its end, and lets whatever else the process has to do come between its steps. */
export const inSlices = async <T>(steps: Generator<void, T>): Promise<T> => {
  for (let since = performance.now(); ; ) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - since < slice) continue
    await others()
    since = performance.now()
  }
}
