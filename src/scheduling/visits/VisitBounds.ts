import { MINUTE } from '../../declare'
import type { GroupQuery } from '../engine/AvailabilityQuery'
import type { ResourceQuery } from '../engine/ResourceQuery'
import type { Chain } from './question'
import { keptIn, newMap, type PlacedPart, type TimedPart, type VisitParts } from './VisitParts'

/** Looks at single resources that make up a step. */
const LOOKS = 20

interface Before extends Pick<Chain, 'end' | 'persons'> {
  /** Null if booked already. */
  readonly placed: PlacedPart | null
}

interface Stay {
  readonly part: TimedPart
  readonly one: ResourceQuery
}

interface Passing {
  /** If the guest stays with the person before, or had none. */
  readonly fewest: number
  /** The persons to stay with; null for anybody. */
  readonly stays: readonly Stay[] | null
}

const NO_GROUP: Pick<GroupQuery, 'resourceQueries'> = { resourceQueries: [] }

/** Lower bounds, which spare searches. Generators yield often enough for others to work. */
export class VisitBounds {
  private readonly parts: VisitParts
  private readonly passing = new Map<string, Map<number, Passing>>()
  private readonly waits = new Map<string, Map<number, number>>()

  constructor(parts: VisitParts) {
    this.parts = parts
  }

  /**
   * The least minutes of waiting, each part judged by itself; infinite if they cannot follow each other.
   * @param before the end of the guest's part before; null at the start of the visit
   * @throws TooManyPlans
   */
  *leastWait(rest: readonly number[], before: number | null, visitStart = Number.NaN): Generator<void, number> {
    if (rest.length === 0) return 0
    const known = keptIn(this.waits, rest.join(), newMap<number>)
    const key = (before ?? -visitStart) / MINUTE
    let least = known.get(key)
    if (least !== undefined) return least
    if (this.parts.takePause()) yield
    least = Number.POSITIVE_INFINITY
    for (const index of this.next(rest)) {
      const others = rest.filter(other => other !== index)
      for (const { end, wait } of this.parts.startsOf(index, before, visitStart)) {
        this.parts.countStep(1 / LOOKS)
        if (wait >= least) break
        least = Math.min(least, wait + (yield* this.leastWait(others, end)))
      }
    }
    known.set(key, least)
    return least
  }

  /**
   * The least changes of person, each part judged beside the one before it; infinite if they cannot follow.
   * @param wait the guest's remaining minutes of waiting
   * @throws TooManyPlans
   */
  *leastChanges(
    rest: readonly number[],
    before: Before,
    wait: number,
    visitStart = Number.NaN,
  ): Generator<void, number> {
    if (rest.length === 0) return 0
    const { fewest, stays } = yield* this.passingTo(rest, before.end, wait, visitStart)
    if (before.persons.length === 0 || stays === null) return fewest
    const isKept = ({ part, one }: Stay) =>
      before.persons.includes(one.resource.id) &&
      (before.placed === null || this.parts.mayTake(part, one, [before.placed]))
    return stays.some(isKept) ? fewest : fewest + 1
  }

  private *passingTo(
    rest: readonly number[],
    end: number | null,
    wait: number,
    visitStart: number,
  ): Generator<void, Passing> {
    const passings = keptIn(this.passing, `${rest} ${wait}`, newMap<Passing>)
    const key = (end ?? -visitStart) / MINUTE
    const known = passings.get(key)
    if (known) return known
    let fewest = Number.POSITIVE_INFINITY
    let stays: Stay[] | null = []
    const add = (changes: number, stay: Stay | null) => {
      if (changes > fewest) return
      if (changes < fewest) stays = []
      fewest = changes
      if (!stay) stays = null
      else stays?.push(stay)
    }
    for (const index of this.next(rest)) {
      const others = rest.filter(other => other !== index)
      for (const part of this.parts.startsOf(index, end, visitStart)) {
        const left = wait - part.wait
        if (left < 0) break
        if ((yield* this.leastWait(others, part.end)) > left) continue
        const [{ resourceQueries } = NO_GROUP, ...more] = this.parts.base(index, end === null).groups
        this.parts.countStep(resourceQueries.length / LOOKS)
        if (this.parts.takePause()) yield
        // The guest may keep the same person.
        if (more.length > 0) add(yield* this.passingFrom(others, part.end, left), null)
        else
          for (const one of resourceQueries) {
            if (!this.parts.mayTake(part, one)) continue
            if (!one.resource.isPerson) add(yield* this.passingFrom(others, part.end, left), null)
            else if (others.length === 0) add(0, { part, one })
            else {
              const placed = this.parts.place(part, [one])
              const before = { end: part.end, persons: placed.persons, placed }
              add(yield* this.leastChanges(others, before, left), { part, one })
            }
          }
      }
    }
    const passing = { fewest, stays }
    passings.set(key, passing)
    return passing
  }

  private *passingFrom(rest: readonly number[], end: number, wait: number): Generator<void, number> {
    return rest.length === 0 ? 0 : (yield* this.passingTo(rest, end, wait, Number.NaN)).fewest
  }

  private next(rest: readonly number[]): readonly number[] {
    return this.parts.question.order === 'any' ? rest : rest.slice(0, 1)
  }
}
