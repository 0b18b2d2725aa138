import { DAY } from '../../declare'
import type { Chain } from './question'
import type { PlacedPart, VisitParts } from './VisitParts'

export const LONGEST_VISIT = DAY

/** What a plan has to keep to. */
export interface Bounds {
  /** In minutes, of all parts. */
  readonly wait: number
  readonly changes: number
  /** The first parts, guest by guest, in the order in which they come. */
  readonly order: readonly number[]
  /** The latest start of a part, by index. */
  readonly latest: ReadonlyMap<number, number>
  /** What a part takes, by index. */
  readonly resourceIds: ReadonlyMap<number, readonly string[]>
}

export interface Found {
  /** Guest by guest, in the order in which they come. */
  readonly placed: readonly PlacedPart[]
  readonly wait: number
  /** How often a guest passes from one person to another. */
  readonly changes: number
}

/** Parts that are not placed, by index. */
interface Left {
  readonly all: readonly number[]
  /** Of the guest whose turn it is. */
  readonly own: readonly number[]
  /** Those that may come next: one, or any of the guest's. */
  readonly next: readonly number[]
}

const FRESH: Chain = { end: null, persons: [], common: null }

/** Finds a plan for one start that keeps to bounds, or shows that there is none. */
export class VisitSearch {
  private readonly parts: VisitParts
  private readonly start: number
  private readonly count: number
  /** Of each position, guest by guest. */
  private readonly guests: readonly number[]
  private readonly lists = new Map<number, Left>()
  private bounds: Bounds
  /** What was placed so far and cannot be completed, as far as it matters to the rest. */
  private readonly dead = new Set<string>()

  /** @param count of the first parts in the list */
  constructor(parts: VisitParts, start: number, count: number) {
    this.parts = parts
    this.start = start
    this.count = count
    this.guests = this.listed()
      .map(index => parts.part(index).guest)
      .sort((one, other) => one - other)
    this.bounds = { wait: 0, changes: 0, order: [], latest: new Map(), resourceIds: new Map() }
  }

  find(bounds: Bounds): Found | null {
    this.bounds = bounds
    this.dead.clear()
    return this.mayFollow() ? this.completed({ placed: [], wait: 0, changes: 0 }, this.before) : null
  }

  private get before(): Chain {
    return this.parts.question.follows ?? FRESH
  }

  private completed(found: Found, before: Chain): Found | null {
    const { placed } = found
    if (placed.length === this.count) return this.passes(placed) ? found : null
    const chain = this.guests[placed.length] === this.guests[placed.length - 1] ? before : this.before
    if (this.dead.size > 0 && this.dead.has(this.keyOf(found, chain))) return null
    const left = this.left(placed)
    const settled = this.bounds.order[placed.length]
    const persons = this.personsFor(found, chain)
    for (const index of settled === undefined ? left.next : [settled]) {
      const rest = left.own.filter(other => other !== index)
      for (const part of this.startsOf(index, chain.end)) {
        const wait = found.wait + part.wait
        if (wait + this.parts.leastWait(rest, part.end) > this.bounds.wait) continue
        const only = this.bounds.resourceIds.get(index)
        for (const taken of this.parts.anyChoices(part, placed, only, persons)) {
          const next = this.after(chain, part.end, this.parts.personsOf(taken))
          const changes = found.changes + Number(next.isChanged)
          if (changes > this.bounds.changes) continue
          if (this.parts.question.sameStaff && next.common?.length === 0) continue
          const whole = this.completed({ placed: [...placed, this.parts.place(part, taken)], wait, changes }, next)
          if (whole) return whole
        }
      }
    }
    this.dead.add(this.keyOf(found, chain))
    return null
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

  private listed(): number[] {
    return Array.from({ length: this.count }, (_, index) => index)
  }

  private left(placed: readonly PlacedPart[]): Left {
    const key = placed.reduce((bits, { index }) => bits | (1 << index), 0)
    let left = this.lists.get(key)
    if (!left) {
      const all = this.listed().filter(index => (key & (1 << index)) === 0)
      const own = all.filter(index => this.parts.part(index).guest === this.guests[placed.length])
      left = { all, own, next: this.parts.question.order === 'any' ? own : own.slice(0, 1) }
      this.lists.set(key, left)
    }
    return left
  }

  /** Whether the parts of each guest can follow each other, as far as each by itself can say. */
  private mayFollow(): boolean {
    let wait = 0
    for (const guest of new Set(this.guests)) {
      const own = this.listed().filter(index => this.parts.part(index).guest === guest)
      wait += this.parts.leastWait(own, this.before.end, this.start)
    }
    return wait <= this.bounds.wait && wait < Number.POSITIVE_INFINITY
  }

  private startsOf(index: number, before: number | null): ReturnType<VisitParts['startsOf']> {
    const latest = this.bounds.latest.get(index) ?? Number.POSITIVE_INFINITY
    const starts = this.parts.startsOf(index, before, this.start)
    const lastEnd = this.start + LONGEST_VISIT
    return starts.filter(({ start, end }) => start <= latest && end <= lastEnd)
  }

  /** All that decides whether the rest can be placed. */
  private keyOf({ placed, wait, changes }: Found, { end, persons, common }: Chain): string {
    const { bounds, parts } = this
    const { all } = this.left(placed)
    const earliest = this.earliest(placed.length, end)
    let key = `${all} ${end} ${bounds.wait - wait}`
    for (const one of placed) key += `|${parts.mattersTo(one, all, earliest)}`
    if (Number.isFinite(bounds.changes)) key += ` ${bounds.changes - changes} ${persons}`
    return parts.question.sameStaff ? `${key} ${common}` : key
  }

  /** Before this none of the rest begins: later guests begin with the visit. */
  private earliest(position: number, end: number | null): number {
    const isLast = this.guests[position] === this.guests.at(-1)
    return isLast ? (end ?? this.start) : this.start
  }
}

export const isChange = (before: readonly string[], persons: readonly string[]): boolean =>
  before.length > 0 && persons.length > 0 && !persons.some(id => before.includes(id))
