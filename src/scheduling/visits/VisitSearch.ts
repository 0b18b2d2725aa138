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

const FRESH: Chain = { end: null, persons: [], common: null }

/** Finds a plan for one start that keeps to bounds, or shows that there is none. */
export class VisitSearch {
  private readonly parts: VisitParts
  private readonly start: number
  private readonly count: number
  /** Of each position, guest by guest. */
  private readonly guests: readonly number[]
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
    for (const index of this.next(placed)) {
      const rest = this.ofGuest(placed).filter(other => other !== index)
      for (const part of this.startsOf(index, chain.end)) {
        const wait = found.wait + part.wait
        if (wait + this.parts.leastWait(rest, part.end) > this.bounds.wait) continue
        for (const taken of this.parts.anyChoices(part, placed, this.bounds.resourceIds.get(index))) {
          const persons = this.parts.personsOf(taken)
          const changes = found.changes + Number(isChange(chain.persons, persons))
          if (changes > this.bounds.changes) continue
          const common =
            persons.length > 0 ? (chain.common?.filter(id => persons.includes(id)) ?? persons) : chain.common
          if (this.parts.question.sameStaff && common?.length === 0) continue
          const whole = this.completed(
            { placed: [...placed, this.parts.place(part, taken)], wait, changes },
            { end: part.end, persons: persons.length > 0 ? persons : chain.persons, common },
          )
          if (whole) return whole
        }
      }
    }
    this.dead.add(this.keyOf(found, chain))
    return null
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

  /** Those of the guest whose turn it is that are not placed. */
  private ofGuest(placed: readonly PlacedPart[]): readonly number[] {
    const guest = this.guests[placed.length]
    return this.listed().filter(
      index => this.parts.part(index).guest === guest && !placed.some(one => one.index === index),
    )
  }

  /** What may come next: one part, or any of the guest's. */
  private next(placed: readonly PlacedPart[]): readonly number[] {
    const settled = this.bounds.order[placed.length]
    if (settled !== undefined) return [settled]
    const left = this.ofGuest(placed)
    return this.parts.question.order === 'any' ? left : left.slice(0, 1)
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
    const rest = this.listed().filter(index => !placed.some(one => one.index === index))
    const mattering = placed.map(one => parts.mattersTo(one, rest, this.earliest(placed.length, end)))
    const key = [rest.join(), end, bounds.wait - wait, mattering.join('|')]
    if (Number.isFinite(bounds.changes)) key.push(bounds.changes - changes, persons.join())
    if (parts.question.sameStaff) key.push(common?.join() ?? null)
    return key.join(' ')
  }

  /** Before this none of the rest begins: later guests begin with the visit. */
  private earliest(position: number, end: number | null): number {
    const isLast = this.guests[position] === this.guests.at(-1)
    return isLast ? (end ?? this.start) : this.start
  }
}

export const isChange = (before: readonly string[], persons: readonly string[]): boolean =>
  before.length > 0 && persons.length > 0 && !persons.some(id => before.includes(id))
