import { DAY } from '../../declare'
import { toMillis } from '../../resources/instants'
import { createEngine, type Engine } from '../engine/createEngine'
import type { NeededSpan } from '../engine/neededSpan'
import type { Snapshot } from '../snapshot'

export interface WaitingInput {
  id: string
  variantId: string
  channelId: string | null
  customerId: string | null
  quantity: number
  durationMinutes: number | null
  windows: readonly NeededSpan[]
  preferredResourceIds: readonly string[]
  onlyPreferred: boolean
  passedOverCount: number
  offeredStarts: readonly number[]
}

export interface Fit {
  startsAt: number
  endsAt: number
  /** Empty for any. */
  pinned: readonly string[]
  resourceIds: readonly string[]
}

const STRIDE = 7 * DAY

interface Time extends Omit<Fit, 'pinned'> {}

const liesIn = (windows: readonly NeededSpan[], { startsAt, endsAt }: Pick<Fit, 'startsAt' | 'endsAt'>): boolean =>
  windows.some(({ from, to }) => from <= startsAt && endsAt <= to)

export const overlaps = (
  windows: readonly NeededSpan[],
  { startsAt, endsAt }: Pick<Fit, 'startsAt' | 'endsAt'>,
): boolean => windows.some(({ from, to }) => from < endsAt && startsAt < to)

/** Entries with one request share a search. @param span ignores starts outside */
export class FreeTimes {
  readonly #snapshot: Snapshot
  readonly #engine: Engine
  readonly #span: NeededSpan
  readonly #found = new Map<string, Time[]>()

  constructor(snapshot: Snapshot, span: NeededSpan) {
    this.#snapshot = snapshot
    this.#engine = createEngine(snapshot)
    this.#span = { from: Math.max(span.from, toMillis(snapshot.now)), to: span.to }
  }

  *fits(waiting: WaitingInput): Generator<Fit> {
    const choices = this.#choices(waiting)
    if (choices.length === 0) return
    for (let stride = Math.floor(this.#span.from / STRIDE); stride * STRIDE < this.#span.to; stride++) {
      const [from, to] = [stride * STRIDE, (stride + 1) * STRIDE]
      if (!waiting.windows.some(window => window.from < to && from < window.to)) continue
      const best = new Map<number, Fit>()
      for (const pinned of choices) {
        for (const time of this.#times(waiting, pinned, stride)) {
          if (!best.has(time.startsAt) && liesIn(waiting.windows, time)) best.set(time.startsAt, { ...time, pinned })
        }
      }
      yield* [...best.values()].sort((a, b) => a.startsAt - b.startsAt)
    }
  }

  #times(
    { variantId, channelId, quantity, durationMinutes }: WaitingInput,
    pinned: readonly string[],
    stride: number,
  ): Time[] {
    const key = [variantId, channelId, quantity, durationMinutes, pinned.join(), stride].join(' ')
    const found = this.#found.get(key)
    if (found) return found
    const from = Math.max(this.#span.from, stride * STRIDE)
    const to = Math.min(this.#span.to, (stride + 1) * STRIDE)
    const request = { variantId, channelId, quantity, resourceIds: pinned, ...(durationMinutes && { durationMinutes }) }
    const times = this.#engine
      .ask(request)
      .slots(from, to)
      .map(({ startsAt, endsAt, resourceIds }) => ({
        ...{ startsAt: Date.parse(startsAt), endsAt: Date.parse(endsAt), resourceIds },
      }))
    this.#found.set(key, times)
    return times
  }

  /** Preferred first: a resource of each group with a preference. */
  #choices({ variantId, preferredResourceIds, onlyPreferred }: WaitingInput): readonly (readonly string[])[] {
    const variant = this.#snapshot.variants.find(({ id }) => id === variantId)
    if (!variant) return []
    const assigned = new Set(variant.resources.map(({ resourceId }) => resourceId))
    const groups = new Map<string, string[]>()
    for (const id of preferredResourceIds) {
      const resource = assigned.has(id) && this.#snapshot.resources.find(one => one.id === id)
      if (!resource) continue
      const key = { any: '', one_per_type: resource.resourceTypeId, all: id }[variant.resourceSelection ?? 'any']
      groups.set(key, [...(groups.get(key) ?? []), id])
    }
    const lists = [...groups.values()]
    const whole = lists.reduce<string[][]>((sets, ids) => sets.flatMap(set => ids.map(id => [...set, id])), [[]])
    if (onlyPreferred) return lists.length > 0 ? whole : []
    return lists.length > 1 ? [...whole, ...lists.flat().map(id => [id]), []] : lists.length > 0 ? [...whole, []] : [[]]
  }
}
