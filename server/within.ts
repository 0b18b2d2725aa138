interface Options {
  tooLate: () => Error
  signal?: AbortSignal | undefined
}

/** Rejects after `milliseconds`, even if `work` never settles. */
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
