/** In minutes from the column's top. */
export interface Stretch {
  top: number
  bottom: number
}

export interface Lane {
  lane: number
  lanes: number
}

export const lanesOf = (stretches: readonly Stretch[]): Lane[] => {
  const placed: Lane[] = stretches.map(() => ({ lane: 0, lanes: 1 }))
  const order = stretches.map((_, index) => index).sort((a, b) => topOf(stretches, a) - topOf(stretches, b) || a - b)
  let group: number[] = []
  let ends: number[] = []
  const close = () => {
    for (const index of group) placed[index] = { lane: placed[index]?.lane ?? 0, lanes: ends.length }
    group = []
    ends = []
  }
  for (const index of order) {
    const { top, bottom } = stretches[index] as Stretch
    if (ends.every(end => end <= top)) close()
    const free = ends.findIndex(end => end <= top)
    const lane = free < 0 ? ends.length : free
    ends[lane] = bottom
    placed[index] = { lane, lanes: 1 }
    group.push(index)
  }
  close()
  return placed
}

const topOf = (stretches: readonly Stretch[], index: number): number => stretches[index]?.top ?? 0
