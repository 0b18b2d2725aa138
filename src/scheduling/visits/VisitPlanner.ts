import { DAY, MINUTE } from '../../declare'
import type { CheckEntry, Explanation } from '../answers'
import { type Decision, decide } from '../booking/decide'
import type { AvailabilityQuery } from '../engine/AvailabilityQuery'
import { check } from '../engine/check'
import { Answers } from '../engine/createEngine'
import { IndexedSnapshot } from '../engine/IndexedSnapshot'
import type { Snapshot } from '../snapshot'
import type { VisitPlan, VisitQuestion } from './question'
import { type PlacedPart, type TimedPart, VisitParts } from './VisitParts'

/** Between the starts that a part may have after the one before. */
const STEP = 5 * MINUTE
const LONGEST_VISIT = DAY
/** More than any visit of people needs: a search that takes longer finds nothing. */
const MOST_STEPS = 5_000

/** The parts of each guest, in the order in which they come. */
type Chains = readonly (readonly number[])[]

interface Plan {
  readonly placed: readonly PlacedPart[]
  readonly chains: Chains
  readonly staffChanges: number
}

export interface ExplainedPart {
  readonly index: number
  readonly startsAt: number
  readonly endsAt: number
  readonly explanation: Explanation
}

export interface ExplainedVisit {
  readonly plan: VisitPlan | null
  /** The first part in the list up to which the parts have no plan. */
  readonly failedPart: number | null
  /** Up to that part. */
  readonly parts: readonly ExplainedPart[]
}

export interface RefusedPart {
  readonly index: number
  readonly reasons: readonly CheckEntry[]
  readonly alternativeResourceIds: readonly string[]
}

/** Refused if one of the parts is. */
export interface DecidedVisit {
  readonly plan: VisitPlan
  readonly parts: readonly { readonly index: number; readonly decision: Decision }[]
}

/** Finds the best plan of a visit for a start (docs/domain.md#visits). */
export class VisitPlanner {
  private readonly parts: VisitParts
  private readonly question: VisitQuestion
  private readonly rests = new Map<string, number>()
  private stepsLeft = 0

  /** @throws RangeError for an unknown variant */
  constructor(snapshot: Snapshot, question: VisitQuestion) {
    this.question = question
    this.parts = new VisitParts(new IndexedSnapshot(snapshot), question)
  }

  /** Those that start in `[from, to)`, in order; one start per step. */
  *plans(from: number, to: number): Generator<void, VisitPlan[]> {
    const found: VisitPlan[] = []
    for (const start of this.candidates(from, to)) {
      const plan = this.plan(start)
      if (plan) found.push(plan)
      yield
    }
    return found
  }

  /** The plans nearest to a start, of those that begin within a time of it. */
  *nearest(start: number, within: number, count: number): Generator<void, VisitPlan[]> {
    const { now } = this.parts.snapshot
    const distance = (one: number) => Math.abs(one - start)
    const candidates = this.candidates(Math.max(start - within, now), Math.max(start, now) + within)
    const found: VisitPlan[] = []
    for (const one of candidates.sort((a, b) => distance(a) - distance(b) || a - b)) {
      const plan = this.plan(one)
      if (plan) found.push(plan)
      if (found.length === count) break
      yield
    }
    return found
  }

  plan(start: number): VisitPlan | null {
    const plan = this.best(start, this.question.parts.length)
    return plan && this.described(plan, start)
  }

  explain(start: number): ExplainedVisit {
    const whole = this.best(start, this.question.parts.length)
    if (whole) return { plan: this.described(whole, start), failedPart: null, parts: this.allExplained(whole.placed) }
    const before = this.longestPlan(start)
    const failed = this.following(before, start)
    const query = this.queryBeside(failed, before)
    const explained = this.explained(failed, query)
    const [taken] = explained.explanation.available ? this.parts.choices(failed, before.placed) : []
    return {
      plan: null,
      failedPart: failed.index,
      // What it would make of those before it shows only with all of them in place.
      parts: taken
        ? this.allExplained([...before.placed, this.parts.place(failed, taken)])
        : [...this.allExplained(before.placed), explained],
    }
  }

  /** Why there is no plan. */
  refusal(start: number): RefusedPart {
    const before = this.longestPlan(start)
    const failed = this.following(before, start)
    const answers = new Answers(this.queryBeside(failed, before))
    const { reasons, alternativeResourceIds } = decide(answers, { startsAt: failed.start }, { override: false })
    return { index: failed.index, reasons, alternativeResourceIds }
  }

  /**
   * The bookings of a visit, by index. Staff who override get the parts one after the other where there is no plan.
   * Null without a plan.
   */
  decide(start: number, { override }: { override: boolean }): DecidedVisit | null {
    const plan = this.best(start, this.question.parts.length)
    if (!plan) return override ? this.decideInTurn(start) : null
    const parts = plan.placed.map(one => {
      const booking = check(this.beside(one, plan.placed), { startsAt: one.start })
      return { index: one.index, decision: { booking, reasons: [], alternativeResourceIds: [] } }
    })
    return { plan: this.described(plan, start), parts }
  }

  private decideInTurn(start: number): DecidedVisit {
    const placed: PlacedPart[] = []
    const parts = this.question.parts.map((_, index) => {
      const timed = this.following({ placed, chains: this.listed(index), staffChanges: 0 }, start)
      const answers = new Answers(this.parts.query(index, timed.isFirst, placed))
      const decision = decide(answers, { startsAt: timed.start }, { override: true })
      const taken = decision.booking?.allocations.map(({ resourceId }) => resourceId) ?? []
      const { resourceQueries } = this.parts.query(index, timed.isFirst)
      const resources = resourceQueries.filter(({ resource }) => taken.includes(resource.id))
      placed.push(this.parts.place(timed, resources))
      return { index, decision }
    })
    const chains = this.listed(placed.length)
    const plan = { placed, chains, staffChanges: this.staffChanges(chains, placed) }
    return { plan: this.described(plan, start), parts }
  }

  /** Of as many parts from the first on as have one. */
  private longestPlan(start: number): Plan {
    let longest: Plan = { placed: [], chains: [], staffChanges: 0 }
    for (let count = 1; count < this.question.parts.length; count++) {
      const plan = this.best(start, count)
      if (!plan) break
      longest = plan
    }
    return longest
  }

  /** The next part, where it would follow those before it. */
  private following({ placed, chains }: Plan, start: number): TimedPart {
    const index = placed.length
    const { guest, minWaitMinutes, startsAt } = this.parts.part(index)
    const last = this.chainOf(chains, guest)?.at(-1)
    const end = placed.find(one => one.index === last)?.end
    const following = end === undefined ? start : end + minWaitMinutes * MINUTE
    return this.parts.timed(index, startsAt ?? following, end === undefined)
  }

  private chainOf(chains: Chains, guest: number): readonly number[] | undefined {
    return chains.find(chain => chain.some(index => this.parts.part(index).guest === guest))
  }

  private beside(one: PlacedPart, all: readonly PlacedPart[]): AvailabilityQuery {
    const others = all.filter(({ index }) => index !== one.index)
    return this.parts.query(one.index, one.isFirst, others, one.resourceIds)
  }

  /** After the parts before it, with their persons if all parts of a guest have the same. */
  private queryBeside(failed: TimedPart, { placed, chains }: Plan): AvailabilityQuery {
    const query = this.parts.query(failed.index, failed.isFirst, placed)
    const { guest, resourceIds } = this.parts.part(failed.index)
    const takesPersons = query.resourceQueries.some(({ resource }) => resource.isPerson)
    if (!this.question.sameStaff || !takesPersons) return query
    const common = this.commonStaff(this.chainOf(chains, guest) ?? [], placed) ?? []
    const able = common.filter(id => query.resourceQueries.some(({ resource }) => resource.id === id))
    const pins = able.length > 0 ? able : common
    return pins.length > 0 ? this.parts.query(failed.index, failed.isFirst, placed, [...resourceIds, ...pins]) : query
  }

  private allExplained(placed: readonly PlacedPart[]): ExplainedPart[] {
    return placed.map(one => this.explained(one, this.beside(one, placed)))
  }

  private explained({ index, start, end }: TimedPart, query: AvailabilityQuery): ExplainedPart {
    return { index, startsAt: start, endsAt: end, explanation: new Answers(query).explain({ startsAt: start }) }
  }

  /** Starts of what may be the first part of a guest. */
  private candidates(from: number, to: number): number[] {
    const { parts } = this.question
    this.parts.snapshot.horizon(from, to + LONGEST_VISIT + DAY)
    const seen = new Set<number>()
    const starts = new Set<number>()
    for (const [index, { guest, startsAt }] of parts.entries()) {
      if (this.question.order === 'fixed' && seen.has(guest)) continue
      seen.add(guest)
      if (startsAt !== null) {
        if (from <= startsAt && startsAt < to) starts.add(startsAt)
        continue
      }
      this.parts.query(index, true).visit(from, to, start => {
        starts.add(start)
        return true
      })
    }
    return [...starts].sort((a, b) => a - b)
  }

  /** Of the parts up to `count`: least waiting, then fewest changes, then order, then earlier starts. */
  private best(start: number, count: number): Plan | null {
    this.parts.forget()
    this.stepsLeft = MOST_STEPS
    const orders = this.orders(count)
    const least = Math.min(...orders.map(chains => this.leastWait(chains, start)))
    const most = this.question.parts.slice(0, count).reduce((sum, { maxWaitMinutes }) => sum + maxWaitMinutes, 0)
    for (let wait = least; wait <= most; wait++) {
      const found = this.bestOf(
        orders.filter(chains => this.canWait(chains, wait)),
        start,
        wait,
      )
      if (found) return found
    }
    return null
  }

  /** Waiting goes in steps above the least. */
  private canWait(chains: Chains, wait: number): boolean {
    const least = chains.flatMap(([, ...later]) => later.map(index => this.parts.part(index).minWaitMinutes))
    const more = wait - least.reduce((sum, minutes) => sum + minutes, 0)
    return more >= 0 && (more * MINUTE) % STEP === 0
  }

  private bestOf(orders: readonly Chains[], start: number, wait: number): Plan | null {
    let best: Plan | null = null
    for (const chains of orders) {
      if (this.leastWait(chains, start) > wait) continue
      const times = [...this.times(chains, start, wait)].sort(byStarts)
      for (const timed of times) {
        const most: number = best ? best.staffChanges - 1 : timed.length
        best = this.assigned(timed, chains, most) ?? best
        if (best?.staffChanges === 0) return best
      }
    }
    return best
  }

  /** With the fewest changes of staff, then with the resources that are tried first. */
  private assigned(timed: readonly TimedPart[], chains: Chains, most: number): Plan | null {
    for (let changes = 0; changes <= most; changes++) {
      const placed = this.assign(timed, [], { chains, changes, isWhole: true })
      if (placed) return { placed, chains, staffChanges: this.staffChanges(chains, placed) }
    }
    return null
  }

  private assign(
    [part, ...rest]: readonly TimedPart[],
    placed: readonly PlacedPart[],
    options: { chains: Chains; changes: number; isWhole: boolean },
  ): readonly PlacedPart[] | null {
    const { chains, changes, isWhole } = options
    if (!part) return !isWhole || placed.every(one => this.passes(one, placed)) ? placed : null
    for (const taken of this.parts.choices(part, placed)) {
      if (this.stepsLeft-- <= 0) return null
      const next = [...placed, this.parts.place(part, taken)]
      if (this.staffChanges(chains, next) > changes || !this.keepsStaff(chains, next)) continue
      const found = this.assign(rest, next, options)
      if (found) return found
    }
    return null
  }

  private passes(one: PlacedPart, placed: readonly PlacedPart[]): boolean {
    return this.parts.passes(
      one,
      placed.filter(other => other !== one),
    )
  }

  private personsOf({ resourceIds }: PlacedPart): readonly string[] {
    return resourceIds.filter(id => this.parts.snapshot.resources.get(id)?.isPerson)
  }

  /** Up to the first part of each guest that has no place yet. */
  private staffChanges(chains: Chains, placed: readonly PlacedPart[]): number {
    let changes = 0
    for (const chain of chains) {
      let last: readonly string[] = []
      for (const index of chain) {
        const part = placed.find(one => one.index === index)
        if (!part) break
        const persons = this.personsOf(part)
        if (persons.length === 0) continue
        if (last.length > 0 && !persons.some(id => last.includes(id))) changes++
        last = persons
      }
    }
    return changes
  }

  private keepsStaff(chains: Chains, placed: readonly PlacedPart[]): boolean {
    return !this.question.sameStaff || chains.every(chain => this.commonStaff(chain, placed)?.length !== 0)
  }

  /** The persons who are in all parts of a guest that take any; undefined if none does. */
  private commonStaff(chain: readonly number[], placed: readonly PlacedPart[]): readonly string[] | undefined {
    return placed
      .filter(({ index }) => chain.includes(index))
      .map(one => this.personsOf(one))
      .filter(persons => persons.length > 0)
      .reduce<readonly string[] | undefined>(
        (common, persons) => common?.filter(id => persons.includes(id)) ?? persons,
        undefined,
      )
  }

  /** Every way in which the parts can be timed with so many minutes of waiting in sum; each by index. */
  private *times(
    chains: Chains,
    start: number,
    wait: number,
    timed: readonly TimedPart[] = [],
  ): Generator<readonly TimedPart[]> {
    const index = chains.flat()[timed.length]
    if (index === undefined) {
      if (wait === 0) yield [...timed].sort(byIndex)
      return
    }
    if (timed.length > 1 && !this.fit(timed, chains)) return
    const isFirst = chains.some(([first]) => first === index)
    const before = isFirst ? null : (timed.at(-1)?.end ?? null)
    for (const [next, waited] of this.startsOf(index, before, start)) {
      if (waited > wait || next.end > start + LONGEST_VISIT || !this.parts.mayPass(next)) continue
      if (waited + this.leastRest(chains, timed.length + 1, next.end, start) > wait) continue
      yield* this.times(chains, start, wait - waited, [...timed, next])
    }
  }

  private fit(timed: readonly TimedPart[], chains: Chains): boolean {
    const sorted = [...timed].sort(byIndex)
    return this.assign(sorted, [], { chains, changes: timed.length, isWhole: false }) !== null
  }

  /** The starts that a part may have, with the minutes that it waits. */
  private *startsOf(index: number, before: number | null, start: number): Generator<readonly [TimedPart, number]> {
    const { minWaitMinutes, maxWaitMinutes, startsAt } = this.parts.part(index)
    if (before === null) {
      if (startsAt === null || startsAt === start) yield [this.parts.timed(index, start, true), 0]
      return
    }
    const last = before + maxWaitMinutes * MINUTE
    for (let next = before + minWaitMinutes * MINUTE; next <= last; next += STEP)
      if (startsAt === null || startsAt === next) yield [this.parts.timed(index, next, false), (next - before) / MINUTE]
  }

  /** Of the parts from a position on, as far as each by itself can say. */
  private leastRest(chains: Chains, position: number, end: number, start: number): number {
    let passed = 0
    let least = 0
    for (const chain of chains) {
      const done = Math.max(0, position - passed)
      passed += chain.length
      if (done < chain.length) least += this.leastOf(chain.slice(done), done > 0 ? end : null, start)
    }
    return least
  }

  private leastWait(chains: Chains, start: number): number {
    return this.leastRest(chains, 0, start, start)
  }

  /** Infinite if they cannot follow each other. @param before the end of the part before, null at the start */
  private leastOf(sequence: readonly number[], before: number | null, start: number): number {
    const [index, ...rest] = sequence
    if (index === undefined) return 0
    const key = `${sequence.join()} ${before ?? `S${start}`}`
    const known = this.rests.get(key)
    if (known !== undefined) return known
    let least = Number.POSITIVE_INFINITY
    for (const [next, waited] of this.startsOf(index, before, start)) {
      if (waited >= least) break
      if (this.parts.mayPass(next)) least = Math.min(least, waited + this.leastOf(rest, next.end, start))
    }
    this.rests.set(key, least)
    return least
  }

  /** Nearest to the list first. */
  private orders(count: number): readonly Chains[] {
    const listed = this.listed(count)
    if (this.question.order === 'fixed') return [listed]
    return listed.reduce<Chains[]>(
      (orders, chain) => orders.flatMap(order => permutations(chain).map(one => [...order, one])),
      [[]],
    )
  }

  private listed(count: number): Chains {
    const parts = this.question.parts.slice(0, count)
    const guests = [...new Set(parts.map(({ guest }) => guest))].sort((one, other) => one - other)
    return guests.map(guest => parts.flatMap((part, index) => (part.guest === guest ? [index] : [])))
  }

  private described({ placed, chains, staffChanges }: Plan, start: number): VisitPlan {
    const ends = new Map(placed.map(({ index, end }) => [index, end]))
    const waitOf = ({ index, start: own }: PlacedPart): number => {
      const chain = chains.find(one => one.includes(index)) ?? []
      const before = ends.get(chain[chain.indexOf(index) - 1] ?? -1)
      return before === undefined ? 0 : (own - before) / MINUTE
    }
    const parts = placed.map(one => ({
      ...{ index: one.index, startsAt: one.start, endsAt: one.end, waitMinutes: waitOf(one) },
      ...{ resourceIds: one.resourceIds, timeslotId: this.parts.timeslotOf(one) },
    }))
    return {
      startsAt: start,
      endsAt: Math.max(...ends.values()),
      waitMinutes: parts.reduce((sum, { waitMinutes }) => sum + waitMinutes, 0),
      staffChanges,
      parts,
    }
  }
}

function byIndex(one: TimedPart, other: TimedPart): number {
  return one.index - other.index
}

function byStarts(one: readonly TimedPart[], other: readonly TimedPart[]): number {
  for (const [i, { start }] of one.entries()) {
    const difference = start - (other[i]?.start ?? start)
    if (difference !== 0) return difference
  }
  return 0
}

/** In order, as their indexes compare one by one. */
function permutations(list: readonly number[]): number[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((first, i) => permutations(list.toSpliced(i, 1)).map(rest => [first, ...rest]))
}
