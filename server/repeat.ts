/** Runs `work` now and `every` so many milliseconds, never overlapping. @returns a function that stops this and waits for the current run */
export const repeat = (work: () => Promise<void>, every: number): (() => Promise<void>) => {
  let running = work()
  const timer = setInterval(() => {
    running = running.then(work)
  }, every).unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
