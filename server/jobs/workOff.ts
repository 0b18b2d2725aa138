import type { Shift } from './jobs'

/** What a queue does in its rows, and outside of them. */
interface Steps<T extends { id: string }, R> {
  /** How many are in hand at once. */
  most: number
  /**
   * Writes down what came of attempts, and takes at most so many more.
   * @param inHand those that this process has taken already
   * @returns `hasMore` if what was looked at made room for others, and when the next is due, in milliseconds
   */
  turn: (
    done: readonly R[],
    room: number,
    inHand: readonly string[],
  ) => Promise<{ taken: readonly T[]; hasMore?: boolean; nextMs: number | null }>
  /** Tries one, outside of any transaction; null if it was not tried, since the process stops. */
  attempt: (taken: T) => Promise<R | null>
  /** Told of an attempt that threw: its lease ends, and the sweep comes back to it. */
  onLost: (taken: T, error: unknown) => void
  giveBack: (ids: readonly string[]) => Promise<unknown>
}

/**
 * Works off what is due, some at once, until nothing is.
 * @returns milliseconds until the next is due; null if nothing waits
 */
export const workOff = async <T extends { id: string }, R>(
  { signal, listen }: Shift,
  { most, turn, attempt, onLost, giveBack }: Steps<T, R>,
): Promise<number | null> => {
  const inHand = new Map<string, Promise<void>>()
  const back: string[] = []
  let done: R[] = []
  const start = async (taken: T): Promise<void> => {
    try {
      const result = await attempt(taken)
      if (result) done.push(result)
      else back.push(taken.id)
    } catch (error) {
      onLost(taken, error)
    }
  }
  for (;;) {
    const woken = listen()
    const results = done
    done = []
    const room = signal.aborted ? 0 : most - inHand.size
    const { taken, hasMore, nextMs } = await turn(results, room, Array.from(inHand.keys()))
    for (const one of taken)
      inHand.set(
        one.id,
        start(one).finally(() => inHand.delete(one.id)),
      )
    if (hasMore) continue
    if (inHand.size === 0 && done.length === 0) {
      if (back.length > 0) await giveBack(back)
      return nextMs
    }
    if (done.length === 0) await Promise.race([woken, ...inHand.values()])
  }
}
