interface Refused {
  body?: { message?: { key?: string } }
}

const isUnderWay = (error: unknown): boolean => (error as Refused | null)?.body?.message?.key === 'refusal.oneAtATime'

/** Milliseconds. */
const pause = 700
const tries = 40

const rest = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }, pause)
    signal?.addEventListener('abort', giveUp, { once: true })
    if (signal?.aborted) giveUp()
  })

/** Retries a call that runs once at a time per tenant, while another runs. */
export const whenFree = async <T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
  for (let left = tries; ; left--) {
    try {
      return await call()
    } catch (error) {
      if (left === 0 || !isUnderWay(error)) throw error
    }
    await rest(signal)
  }
}
