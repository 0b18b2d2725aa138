import { DAY } from '../../declare'
import type { Chain } from './question'
import type { VisitBounds } from './VisitBounds'
import type { PlacedPart, PossibleStart, VisitParts } from './VisitParts'

export const LONGEST_VISIT = DAY

/** What a plan has to keep to. */
export interface Bounds {
  /** In minutes, of all parts. */
  readonly wait: number
  readonly changes: number
  /** Each guest's first parts, in order of time. */
  readonly order: readonly number[]
  /** A part's latest start, by index. */
  readonly latest: ReadonlyMap<number, number>
  /** By index. */
  readonly resourceIds: ReadonlyMap<number, readonly string[]>
}

export interface Found {
  readonly placed: readonly PlacedPart[]
  readonly wait: number
  /** From one person to another. */
  readonly changes: number
}

interface Line {
  readonly chain: Chain
  readonly left: readonly number[]
}

interface State extends Found {
  /** By guest. */
  readonly lines: readonly Line[]
}

const FRESH: Chain = { end: null, persons: [], common: null }

/** Finds a plan within bounds. Places parts in order of time, so that few placed ones matter to the rest. */
export class VisitSearch {
  private readonly parts: VisitParts
  private readonly lower: VisitBounds
  private readonly start: number
  private readonly lines: readonly Line[]
  private bounds: Bounds
  /** Keys of states that cannot be completed. */
  private readonly dead = new Set<string>()

  constructor(parts: VisitParts, lower: VisitBounds, start: number, count: number) {
    this.parts = parts
    this.lower = lower
    this.start = start
    this.bounds = { wait: 0, changes: 0, order: [], latest: new Map(), resourceIds: new Map() }
    const chain = parts.question.follows ?? FRESH
    const guests = new Map<number, number[]>()
    for (let index = 0; index < count; index++) {
      const { guest } = parts.part(index)
      guests.set(guest, [...(guests.get(guest) ?? []), index])
    }
    this.lines = [...guests].sort(([one], [other]) => one - other).map(([, left]) => ({ chain, left }))
  }

  /** In minutes; infinite if a guest's parts cannot follow. */
  *leastWait(): Generator<void, number> {
    let wait = 0
    for (const { chain, left } of this.lines) wait += yield* this.lower.leastWait(left, chain.end, this.start)
    return wait
  }

  /** With at most this much waiting. */
  *leastChanges(wait: number): Generator<void, number> {
    let changes = 0
    for (const { chain, left } of this.lines)
      changes += yield* this.lower.leastChanges(left, { ...chain, placed: null }, wait, this.start)
    return changes
  }

  /** Yields often enough for others to work. @throws TooManyPlans */
  *find(bounds: Bounds): Generator<void, Found | null> {
    this.bounds = bounds
    this.dead.clear()
    return yield* this.completed({ placed: [], wait: 0, changes: 0, lines: this.lines })
  }

  private *completed(state: State): Generator<void, Found | null> {
    const { placed, lines } = state
    this.parts.countStep()
    const turn = this.turnOf(lines)
    const line = lines[turn]
    if (!line) return this.passes(placed) ? state : null
    const key = this.dead.size > 0 ? this.keyOf(state, line.chain) : ''
    if (this.dead.has(key)) return null
    const all = lines.flatMap(({ left }) => left)
    if (!this.parts.mayStay(placed, all, line.chain.end ?? this.start)) return null
    const whole = yield* this.continued(state, turn, line)
    if (whole) return whole
    this.dead.add(key || this.keyOf(state, line.chain))
    return null
  }

  private *continued(state: State, turn: number, line: Line): Generator<void, Found | null> {
    const { placed, wait, changes, lines } = state
    const persons = this.personsFor(state, line.chain)
    for (const index of this.next(line, placed)) {
      const left = line.left.filter(other => other !== index)
      const only = this.bounds.resourceIds.get(index)
      for (const part of this.startsOf(index, line.chain.end)) {
        if (wait + part.wait + (yield* this.lower.leastWait(left, part.end)) > this.bounds.wait) continue
        for (const taken of this.parts.anyChoices(part, placed, only, persons)) {
          if (this.parts.takePause()) yield
          const { isChanged, ...chain } = this.after(line.chain, part.end, this.parts.personsOf(taken))
          const next = {
            ...{ placed: [...placed, this.parts.place(part, taken)], wait: wait + part.wait },
            ...{ changes: changes + Number(isChanged), lines: lines.with(turn, { chain, left }) },
          }
          if (!(yield* this.mayChange(next, { chain, left }))) continue
          const whole = yield* this.completed(next)
          if (whole) return whole
        }
      }
    }
    return null
  }

  private *mayChange({ placed, changes, wait }: State, { chain, left }: Line): Generator<void, boolean> {
    const { bounds, parts } = this
    if (parts.question.sameStaff && chain.common?.length === 0) return false
    if (changes > bounds.changes) return false
    if (!Number.isFinite(bounds.changes)) return true
    const before = { ...chain, placed: placed.at(-1) ?? null }
    return changes + (yield* this.lower.leastChanges(left, before, bounds.wait - wait)) <= bounds.changes
  }

  /** The guest whose last part ends first; -1 if all are done. */
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

  /** One part, or any different ones of the guest. */
  private next({ left }: Line, placed: readonly PlacedPart[]): readonly number[] {
    const { parts, bounds } = this
    const { guest } = parts.part(left[0] as number)
    const isOwn = (index: number) => parts.part(index).guest === guest
    const settled = bounds.order.filter(isOwn)[placed.filter(({ index }) => isOwn(index)).length]
    if (settled !== undefined) return [settled]
    if (parts.question.order === 'fixed') return left.slice(0, 1)
    return left.filter((index, i) => !left.slice(0, i).some(other => parts.kindOf(other) === parts.kindOf(index)))
  }

  /** Undefined if all persons qualify. */
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

  private *startsOf(index: number, before: number | null): Generator<PossibleStart> {
    const latest = this.bounds.latest.get(index) ?? Number.POSITIVE_INFINITY
    const lastEnd = this.start + LONGEST_VISIT
    for (const part of this.parts.startsOf(index, before, this.start))
      if (part.start <= latest && part.end <= lastEnd) yield part
  }

  /** Equal guests and parts share keys, unless bounds tell them apart. */
  private keyOf({ placed, wait, changes, lines }: State, { end }: Chain): string {
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
