/** Repeatable random choices by seed (mulberry32). */
export const randomOf = (seed: number) => {
  let state = seed
  /** Below 2³². */
  const whole = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const next = (): number => whole() / 4_294_967_296
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    whole,
    below,
    chance: (part: number): boolean => next() < part,
    of: <T>(all: readonly T[]): T => all[below(all.length)] as T,
  }
}

export type Random = ReturnType<typeof randomOf>
