import { DAY, MINUTE } from '../../declare'
import type { CheckEntry, Explanation } from '../answers'
import { type Decision, decide } from '../booking/decide'
import type { AvailabilityQuery } from '../engine/AvailabilityQuery'
import { check } from '../engine/check'
import { Answers } from '../engine/createEngine'
import { IndexedSnapshot } from '../engine/IndexedSnapshot'
import type { Snapshot } from '../snapshot'
import type { VisitPlan, VisitQuestion } from './question'
import { VisitBounds } from './VisitBounds'
import { byIndex, MOST_STEPS, type PlacedPart, type TimedPart, VisitParts } from './VisitParts'
import { type Bounds, type Found, isChange, LONGEST_VISIT, VisitSearch } from './VisitSearch'

const UNBOUNDED: Bounds = {
  wait: Number.POSITIVE_INFINITY,
  changes: Number.POSITIVE_INFINITY,
  order: [],
  latest: new Map(),
  resourceIds: new Map(),
}

/** Each guest's parts, in order of time. */
type Chains = readonly (readonly number[])[]

interface Plan {
  readonly placed: readonly PlacedPart[]
  readonly chains: Chains
  readonly staffChanges: number
}

interface Better {
  readonly found: Found
  /** The settled criteria. */
  readonly bounds: Bounds
}

export interface ExplainedPart {
  readonly index: number
  readonly startsAt: number
  readonly endsAt: number
  readonly explanation: Explanation
}

export interface ExplainedVisit {
  readonly plan: VisitPlan | null
  /** The first part in the list that has no plan with those before it. */
  readonly failedPart: number | null
  readonly parts: readonly ExplainedPart[]
}

export interface RefusedPart {
  readonly index: number
  readonly reasons: readonly CheckEntry[]
  readonly alternativeResourceIds: readonly string[]
}

export interface DecidedVisit {
  readonly plan: VisitPlan
  readonly parts: readonly { readonly index: number; readonly decision: Decision }[]
}

/** Finds the best plan of a visit for a start (docs/domain.md#visits). */
export class VisitPlanner {
  private readonly parts: VisitParts
  private readonly lower: VisitBounds
  private readonly question: VisitQuestion

  /**
   * Generators throw TooManyPlans, and yield often enough for others to work.
   * @throws RangeError for an unknown variant
   */
  constructor(snapshot: Snapshot, question: VisitQuestion, { mostSteps = MOST_STEPS } = {}) {
    this.question = question
    this.parts = new VisitParts(new IndexedSnapshot(snapshot), question, mostSteps)
    this.lower = new VisitBounds(this.parts)
  }

  get stepsLeft(): number {
    return this.parts.stepsLeft
  }

  *plans(starts: readonly number[]): Generator<void, VisitPlan[]> {
    const found: VisitPlan[] = []
    for (const start of starts) {
      const plan = yield* this.plan(start)
      if (plan) found.push(plan)
      yield
    }
    return found
  }

  /** At most `within` ms away, nearest first. */
  *nearest(start: number, within: number, count: number): Generator<void, VisitPlan[]> {
    const { now } = this.parts.snapshot
    const distance = (one: number) => Math.abs(one - start)
    const candidates = this.starts(Math.max(start - within, now), Math.max(start, now) + within)
    const found: VisitPlan[] = []
    for (const one of candidates.sort((a, b) => distance(a) - distance(b) || a - b)) {
      const plan = yield* this.plan(one)
      if (plan) found.push(plan)
      if (found.length === count) break
      yield
    }
    return found
  }

  *plan(start: number): Generator<void, VisitPlan | null> {
    const plan = yield* this.best(start, this.question.parts.length)
    return plan && this.described(plan, start)
  }

  *explain(start: number): Generator<void, ExplainedVisit> {
    const whole = yield* this.best(start, this.question.parts.length)
    if (whole) return { plan: this.described(whole, start), failedPart: null, parts: this.allExplained(whole.placed) }
    const before = yield* this.longestPlan(start)
    const failed = this.following(before, start)
    const query = this.queryBeside(failed, before)
    const explained = this.explained(failed, query)
    const [taken] = explained.explanation.available ? this.parts.choices(failed, before.placed) : []
    return {
      plan: null,
      failedPart: failed.index,
      // Its effect on the others shows only with all in place.
      parts: taken
        ? this.allExplained([...before.placed, this.parts.place(failed, taken)])
        : [...this.allExplained(before.placed), explained],
    }
  }

  *refusal(start: number): Generator<void, RefusedPart> {
    const before = yield* this.longestPlan(start)
    const failed = this.following(before, start)
    const answers = new Answers(this.queryBeside(failed, before))
    const { reasons, alternativeResourceIds } = decide(answers, { startsAt: failed.start }, { override: false })
    return { index: failed.index, reasons, alternativeResourceIds }
  }

  /** By index; null without a plan. An override then books the parts one after the other. */
  *decide(start: number, { override }: { override: boolean }): Generator<void, DecidedVisit | null> {
    const plan = yield* this.best(start, this.question.parts.length)
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
      const { resourceQueries } = this.parts.base(index, timed.isFirst)
      const resources = resourceQueries.filter(({ resource }) => taken.includes(resource.id))
      placed.push(this.parts.place(timed, resources))
      return { index, decision }
    })
    const chains = this.listed(placed.length)
    const plan = { placed, chains, staffChanges: staffChanges(chains, placed) }
    return { plan: this.described(plan, start), parts }
  }

  /** Of the most parts from the first on. */
  private *longestPlan(start: number): Generator<void, Plan> {
    let longest: Plan = { placed: [], chains: [], staffChanges: 0 }
    for (let count = 1; count < this.question.parts.length; count++) {
      const plan = yield* this.best(start, count)
      if (!plan) break
      longest = plan
    }
    return longest
  }

  /** The next part, right after those before it. */
  private following({ placed, chains }: Plan, start: number): TimedPart {
    const index = placed.length
    const { guest, minWaitMinutes, startsAt } = this.parts.part(index)
    const last = this.chainOf(chains, guest)?.at(-1)
    const end = placed.find(one => one.index === last)?.end ?? this.question.follows?.end ?? undefined
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

  /** With the persons before it, for `sameStaff`. */
  private queryBeside(failed: TimedPart, { placed, chains }: Plan): AvailabilityQuery {
    const query = this.parts.query(failed.index, failed.isFirst, placed)
    const { guest, resourceIds } = this.parts.part(failed.index)
    const takesPersons = query.resourceQueries.some(({ resource }) => resource.isPerson)
    if (!this.question.sameStaff || !takesPersons) return query
    const chain = this.chainOf(chains, guest) ?? []
    const had = placed.filter(({ index, persons }) => chain.includes(index) && persons.length > 0)
    const [first = [], ...more] = [this.question.follows?.common ?? [], ...had.map(({ persons }) => persons)].filter(
      persons => persons.length > 0,
    )
    const common = more.reduce((common, persons) => common.filter(id => persons.includes(id)), first)
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

  /** In `[from, to)`, by each guest's possible first parts. */
  starts(from: number, to: number): number[] {
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

  /** Each search asks for a plan that is better in one criterion, until there is none. */
  private *best(start: number, count: number): Generator<void, Plan | null> {
    this.parts.forget()
    const search = new VisitSearch(this.parts, this.lower, start, count)
    const wait = yield* search.leastWait()
    if (!Number.isFinite(wait)) return null
    const least = { ...UNBOUNDED, wait, changes: yield* search.leastChanges(wait) }
    const found = (yield* search.find(least)) ?? (yield* search.find(UNBOUNDED))
    if (!found) return null
    const better = yield* this.withBestTimes(search, found, least)
    const { placed, changes } = yield* this.withBestResources(search, better)
    return { placed: placed.toSorted(byIndex), chains: this.chainsOf(placed), staffChanges: changes }
  }

  /** Least waiting, then fewest changes of staff, then the order nearest to the list, then earlier starts. */
  private *withBestTimes(search: VisitSearch, found: Found, least: Bounds): Generator<void, Better> {
    let best: Better = { found, bounds: UNBOUNDED }
    function* improve(more: Partial<Bounds>): Generator<void, boolean> {
      const other = yield* search.find({ ...best.bounds, ...more })
      if (other) best = { found: other, bounds: best.bounds }
      return other !== null
    }
    const settle = (more: Partial<Bounds>) => {
      best = { ...best, bounds: { ...best.bounds, ...more } }
    }
    while (best.found.wait > least.wait && (yield* improve({ wait: best.found.wait - 1 })));
    settle({ wait: best.found.wait })
    // The first search was for the least of both.
    const fewest = best.found.wait > least.wait ? yield* search.leastChanges(best.found.wait) : least.changes + 1
    while (best.found.changes > fewest && (yield* improve({ changes: best.found.changes - 1 })));
    settle({ changes: best.found.changes })
    const orderOf = ({ placed }: Found) => this.chainsOf(placed).flat()
    const settled = this.question.order === 'any' ? found.placed.length : 0
    for (let position = 0; position < settled; position++) {
      const order = orderOf(best.found)
      for (const index of this.nearerToList(order, position))
        if (yield* improve({ order: [...order.slice(0, position), index] })) break
      settle({ order: orderOf(best.found).slice(0, position + 1) })
    }
    // Without avoidable waiting, the order decides all starts.
    const leastSo = sum(
      best.found.placed.map(({ index, isFirst }) => (isFirst ? 0 : this.parts.part(index).minWaitMinutes)),
    )
    if (best.found.wait === leastSo) return best
    for (let index = 0; index < found.placed.length; index++) {
      const earlier = () => new Map(best.bounds.latest).set(index, startOf(best.found, index) - 1)
      while (yield* improve({ latest: earlier() }));
      settle({ latest: new Map(best.bounds.latest).set(index, startOf(best.found, index)) })
    }
    return best
  }

  /** Resources in order of trial, part by part. */
  private *withBestResources(search: VisitSearch, { found, bounds }: Better): Generator<void, Found> {
    let best = found
    const settled = new Map<number, readonly string[]>()
    for (let index = 0; index < found.placed.length; index++) {
      const before = best.placed.filter(one => one.index < index).toSorted(byIndex)
      const own = best.placed.find(one => one.index === index) as PlacedPart
      for (const taken of this.parts.choices(own, before)) {
        const resourceIds = taken.map(({ resource }) => resource.id)
        settled.set(index, resourceIds)
        if (own.resourceIds.every((id, group) => id === resourceIds[group])) break
        const other = yield* search.find({ ...bounds, resourceIds: settled })
        if (!other) continue
        best = other
        break
      }
    }
    return best
  }

  /** The guest's later parts that the list has before this one. */
  private nearerToList(order: readonly number[], position: number): readonly number[] {
    const own = order[position] as number
    const { guest } = this.parts.part(own)
    return order
      .slice(position + 1)
      .filter(index => index < own && this.parts.part(index).guest === guest)
      .sort((one, other) => one - other)
  }

  private chainsOf(placed: readonly PlacedPart[]): Chains {
    const chains = new Map<number, number[]>()
    for (const { index } of placed.toSorted((one, other) => one.start - other.start)) {
      const { guest } = this.parts.part(index)
      chains.set(guest, [...(chains.get(guest) ?? []), index])
    }
    return [...chains].sort(([one], [other]) => one - other).map(([, chain]) => chain)
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
      const before = ends.get(chain[chain.indexOf(index) - 1] ?? -1) ?? this.question.follows?.end ?? null
      return before === null ? 0 : (own - before) / MINUTE
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

function staffChanges(chains: Chains, placed: readonly PlacedPart[]): number {
  let changes = 0
  for (const chain of chains) {
    let last: readonly string[] = []
    for (const index of chain) {
      const { persons = [] } = placed.find(one => one.index === index) ?? {}
      if (isChange(last, persons)) changes++
      if (persons.length > 0) last = persons
    }
  }
  return changes
}

const startOf = ({ placed }: Found, index: number): number =>
  placed.find(one => one.index === index)?.start ?? Number.NaN

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
