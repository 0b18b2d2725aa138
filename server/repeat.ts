/**
 * `work` must not reject.
 * @param every milliseconds after each run's end
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
