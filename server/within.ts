interface Options {
  /** What it rejects with when time is up. */
  tooLate: () => Error
  /** Time is up at once. */
  signal?: AbortSignal | undefined
}

/**
 * Settles with `work`, or rejects after so many milliseconds, even if `work` never settles. The signal that `work` is given is
 * then aborted, and its outcome ignored.
 */
export const within = async <T>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  { tooLate, signal }: Options,
): Promise<T> => {
  if (signal?.aborted) throw tooLate()
  const controller = new AbortController()
  let giveUp = () => {}
  const late = new Promise<never>((_, reject) => {
    giveUp = () => {
      reject(tooLate())
      controller.abort()
    }
  })
  const timer = setTimeout(giveUp, milliseconds)
  signal?.addEventListener('abort', giveUp)
  try {
    const working = work(controller.signal)
    working.catch(() => {})
    return await Promise.race([working, late])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}
