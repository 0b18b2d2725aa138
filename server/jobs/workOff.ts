import type { Shift } from './jobs'

interface Steps<T extends { id: string }, R> {
  most: number
  /**
   * Records attempts and takes at most `room` more rows.
   * @param inHand rows that this process has already taken
   * @returns `hasMore` if the recorded rows made room for others, and the milliseconds until the next is due
   */
  turn: (
    done: readonly R[],
    room: number,
    inHand: readonly string[],
  ) => Promise<{ taken: readonly T[]; hasMore?: boolean; nextMs: number | null }>
  /** Outside any transaction. Null if the process stops before the attempt. */
  attempt: (taken: T) => Promise<R | null>
  /** The attempt threw. Its lease ends, and the sweep retries it. */
  onLost: (taken: T, error: unknown) => void
  giveBack: (ids: readonly string[]) => Promise<unknown>
}

/**
 * Works off several rows at once, until none is due.
 * @returns milliseconds until the next is due; null if none waits
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
