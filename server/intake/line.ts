import { createRequestSlots } from './requestSlots'

interface Limits {
  atOnce: number
  most: number
  ofNetwork: number
  /** Milliseconds. */
  patience?: number
}

/** Seconds until the waiting requests have had their turn; each waits no longer. */
const longestWait = 30

/**
 * Privileged requests queue separately, and go first.
 * @param refuse makes the error from the seconds until there may be room
 */
export const createLine = (
  { atOnce, most, ofNetwork, patience = 5_000 }: Limits,
  refuse: (seconds: number) => Error,
) => {
  const laneOf = () => ({ places: createRequestSlots({ all: most, ofNetwork }), waiting: new Set<() => void>() })
  const [first, others] = [laneOf(), laneOf()]
  let working = 0
  /** Milliseconds per request, weighted towards recent ones. */
  let typical = 0
  const refusal = (): Error => {
    const ahead = first.waiting.size + others.waiting.size + working
    return refuse(Math.min(longestWait, Math.max(1, Math.ceil((ahead * typical) / atOnce / 1000))))
  }

  const enter = async ({ waiting }: typeof first): Promise<void> => {
    if (working < atOnce) {
      working++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(turn)
        reject(refusal())
      }, patience)
      waiting.add(turn)
    })
  }
  const leave = (begun: number): void => {
    typical += (performance.now() - begun - typical) / 8
    const { waiting } = first.waiting.size > 0 ? first : others
    const [next] = waiting
    if (!next) {
      working--
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    serve: async <T>(network: string, work: () => Promise<T>, { goesFirst = false } = {}): Promise<T> => {
      const lane = goesFirst ? first : others
      const place = lane.places.take(network)
      if (!place) throw refusal()
      try {
        await enter(lane)
        const begun = performance.now()
        return await work().finally(() => leave(begun))
      } finally {
        place.release()
      }
    },
  }
}
