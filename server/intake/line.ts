import { createRequestSlots } from './requestSlots'

interface Limits {
  atOnce: number
  /** Including waiting requests. */
  most: number
  ofNetwork: number
  /** In milliseconds. */
  patience?: number
}

/**
 * Its requests never take more than their share of the process and the database.
 * @param refuse makes the error for a full queue or too long a wait
 */
export const createLine = ({ atOnce, most, ofNetwork, patience = 5_000 }: Limits, refuse: () => Error) => {
  const places = createRequestSlots({ all: most, ofNetwork })
  const waiting = new Set<() => void>()
  let working = 0

  const enter = async (): Promise<void> => {
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
        reject(refuse())
      }, patience)
      waiting.add(turn)
    })
  }
  const leave = (): void => {
    const [next] = waiting
    if (!next) {
      working--
      return
    }
    waiting.delete(next)
    next()
  }

  return {
    serve: async <T>(network: string, work: () => Promise<T>): Promise<T> => {
      const place = places.take(network)
      if (!place) throw refuse()
      try {
        await enter()
        return await work().finally(leave)
      } finally {
        place.release()
      }
    },
  }
}
