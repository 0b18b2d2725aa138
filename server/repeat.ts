/**
 * Runs `work`, which must not reject, at once and `every` milliseconds after each run's end.
 * @returns stops it and waits for the current run
 */
export const repeat = (work: () => Promise<void>, every: number): (() => Promise<void>) => {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void>
  const turn = (): void => {
    running = work().then(() => {
      if (!isStopped) timer = setTimeout(turn, every).unref()
    })
  }
  turn()
  return () => {
    isStopped = true
    clearTimeout(timer)
    return running
  }
}
