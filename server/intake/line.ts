import { createPlaces } from './places'

interface Limits {
  /** How much is worked on at once. */
  atOnce: number
  /** How much is worked on or waits. */
  most: number
  /** The same for one network. */
  ofNetwork: number
  /** How long anything waits, in milliseconds. */
  patience?: number
}

/**
 * A line with places of its own: what it works on never takes more than its share of the process and of the database.
 * @param refuse makes the error for whoever finds it full, or waits too long
 */
export const createLine = ({ atOnce, most, ofNetwork, patience = 5_000 }: Limits, refuse: () => Error) => {
  const places = createPlaces({ all: most, ofNetwork })
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
  /** Hands the turn to the next in the line. */
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
    /** Runs `work` when it is its turn. */
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
