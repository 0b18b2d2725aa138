import { DAY } from '../../declare'
import type { Chain } from './question'
import type { PlacedPart, VisitParts } from './VisitParts'

export const LONGEST_VISIT = DAY

/** What a plan has to keep to. */
export interface Bounds {
  /** In minutes, of all parts. */
  readonly wait: number
  readonly changes: number
  /** The first parts of each guest, in the order in which they come. */
  readonly order: readonly number[]
  /** The latest start of a part, by index. */
  readonly latest: ReadonlyMap<number, number>
  /** What a part takes, by index. */
  readonly resourceIds: ReadonlyMap<number, readonly string[]>
}

export interface Found {
  readonly placed: readonly PlacedPart[]
  readonly wait: number
  /** How often a guest passes from one person to another. */
  readonly changes: number
}

/** A guest, with the parts that are not placed. */
interface Line {
  readonly chain: Chain
  readonly left: readonly number[]
}

interface State extends Found {
  /** By guest. */
  readonly lines: readonly Line[]
}

const FRESH: Chain = { end: null, persons: [], common: null }

/**
 * Finds a plan for one start that keeps to bounds, or shows that there is none. Parts are placed in the order of their times,
 * so that little of what was placed matters to the rest.
 */
export class VisitSearch {
  private readonly parts: VisitParts
  private readonly start: number
  private readonly count: number
  private bounds: Bounds
  /** What was placed so far and cannot be completed, as far as it matters to the rest. */
  private readonly dead = new Set<string>()

  /** @param count of the first parts in the list */
  constructor(parts: VisitParts, start: number, count: number) {
    this.parts = parts
    this.start = start
    this.count = count
    this.bounds = { wait: 0, changes: 0, order: [], latest: new Map(), resourceIds: new Map() }
  }

  /** @throws TooManyPlans */
  find(bounds: Bounds): Found | null {
    this.bounds = bounds
    this.dead.clear()
    const chain = this.parts.question.follows ?? FRESH
    const guests = new Map<number, number[]>()
    for (let index = 0; index < this.count; index++) {
      const { guest } = this.parts.part(index)
      guests.set(guest, [...(guests.get(guest) ?? []), index])
    }
    const lines = [...guests].sort(([one], [other]) => one - other).map(([, left]) => ({ chain, left }))
    return this.mayFollow(lines) ? this.completed({ placed: [], wait: 0, changes: 0, lines }) : null
  }

  private completed(state: State): Found | null {
    const { placed, lines } = state
    this.parts.countStep()
    const turn = this.turnOf(lines)
    const line = lines[turn]
    if (!line) return this.passes(placed) ? state : null
    const { chain, left } = line
    if (this.dead.size > 0 && this.dead.has(this.keyOf(state, chain.end))) return null
    const persons = this.personsFor(state, chain)
    for (const index of this.next(line, placed)) {
      const rest = left.filter(other => other !== index)
      for (const part of this.startsOf(index, chain.end)) {
        const wait = state.wait + part.wait
        if (wait + this.parts.leastWait(rest, part.end) > this.bounds.wait) continue
        const only = this.bounds.resourceIds.get(index)
        for (const taken of this.parts.anyChoices(part, placed, only, persons)) {
          const { isChanged, ...next } = this.after(chain, part.end, this.parts.personsOf(taken))
          const changes = state.changes + Number(isChanged)
          if (changes > this.bounds.changes) continue
          if (this.parts.question.sameStaff && next.common?.length === 0) continue
          const whole = this.completed({
            ...{ placed: [...placed, this.parts.place(part, taken)], wait, changes },
            lines: lines.with(turn, { chain: next, left: rest }),
          })
          if (whole) return whole
        }
      }
    }
    this.dead.add(this.keyOf(state, chain.end))
    return null
  }

  /** Of the guest who is first to go on; -1 if nobody does. */
  private turnOf(lines: readonly Line[]): number {
    let turn = -1
    let first = Number.POSITIVE_INFINITY
    for (const [i, { chain, left }] of lines.entries()) {
      const end = chain.end ?? this.start
      if (left.length === 0 || end >= first) continue
      turn = i
      first = end
    }
    return turn
  }

  /** What may come next: one part, or any of the guest's that differ. */
  private next({ left }: Line, placed: readonly PlacedPart[]): readonly number[] {
    const { parts, bounds } = this
    const { guest } = parts.part(left[0] as number)
    const isOwn = (index: number) => parts.part(index).guest === guest
    const settled = bounds.order.filter(isOwn)[placed.filter(({ index }) => isOwn(index)).length]
    if (settled !== undefined) return [settled]
    if (parts.question.order === 'fixed') return left.slice(0, 1)
    return left.filter((index, i) => !left.slice(0, i).some(other => parts.kindOf(other) === parts.kindOf(index)))
  }

  /** The only persons who come into question; undefined if all do. */
  private personsFor({ changes }: Found, { persons, common }: Chain): readonly string[] | undefined {
    if (this.parts.question.sameStaff && common) return common
    return changes === this.bounds.changes && persons.length > 0 ? persons : undefined
  }

  private after({ persons, common }: Chain, end: number, taken: readonly string[]): Chain & { isChanged: boolean } {
    if (taken.length === 0) return { end, persons, common, isChanged: false }
    return {
      ...{ end, persons: taken, isChanged: isChange(persons, taken) },
      common: common?.filter(id => taken.includes(id)) ?? taken,
    }
  }

  private passes(placed: readonly PlacedPart[]): boolean {
    return placed.every(one =>
      this.parts.passes(
        one,
        placed.filter(other => other !== one),
      ),
    )
  }

  /** Whether the parts of each guest can follow each other, as far as each by itself can say. */
  private mayFollow(lines: readonly Line[]): boolean {
    let wait = 0
    for (const { chain, left } of lines) wait += this.parts.leastWait(left, chain.end, this.start)
    return wait <= this.bounds.wait && wait < Number.POSITIVE_INFINITY
  }

  private startsOf(index: number, before: number | null): ReturnType<VisitParts['startsOf']> {
    const latest = this.bounds.latest.get(index) ?? Number.POSITIVE_INFINITY
    const starts = this.parts.startsOf(index, before, this.start)
    const lastEnd = this.start + LONGEST_VISIT
    return starts.filter(({ start, end }) => start <= latest && end <= lastEnd)
  }

  /**
   * All that decides whether the rest can be placed. Guests and parts that are alike are the same, unless bounds tell them
   * apart.
   */
  private keyOf({ placed, wait, changes, lines }: State, end: number | null): string {
    const { bounds, parts } = this
    const isFree = bounds.order.length + bounds.latest.size + bounds.resourceIds.size === 0
    const kindOf = (index: number) => (isFree ? parts.kindOf(index) : index)
    const all = lines.flatMap(({ left }) => left)
    const isCounted = Number.isFinite(bounds.changes)
    const waiting = lines.map(({ chain, left }) => {
      if (left.length === 0) return ''
      const staff = isCounted ? chain.persons : ''
      const common = parts.question.sameStaff ? chain.common : ''
      return `${left.map(kindOf)} ${chain.end} ${staff} ${common}`
    })
    const mattering = placed.map(one => parts.mattersTo(one, all, end ?? this.start)).filter(text => text !== '')
    if (isFree) waiting.sort()
    mattering.sort()
    return `${waiting.join(';')} ${bounds.wait - wait} ${isCounted && bounds.changes - changes}|${mattering.join('|')}`
  }
}

export const isChange = (before: readonly string[], persons: readonly string[]): boolean =>
  before.length > 0 && persons.length > 0 && !persons.some(id => before.includes(id))
