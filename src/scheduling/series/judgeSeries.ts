import { MINUTE, type Zone, zoneOf } from '../../declare'
import type { Phase } from '../../resources/phases'
import type { CheckEntry, Slot } from '../answers'
import { type Decision, type DecisionOptions, decide } from '../booking/decide'
import { AvailabilityQuery } from '../engine/AvailabilityQuery'
import type { CheckResult } from '../engine/check'
import { Answers } from '../engine/createEngine'
import { IndexedSnapshot } from '../engine/IndexedSnapshot'
import { resolveRequest } from '../engine/resolveRequest'
import type { AllocationInput, Snapshot } from '../snapshot'

/** `skip` leaves the date out, `nearest` takes the nearest free start. */
export type OnConflict = 'fail' | 'skip' | 'nearest'

/** Epoch milliseconds. */
export interface WantedOccurrence {
  readonly index: number
  readonly startsAt: number
  readonly endsAt: number | null
  readonly quantity: number | undefined
  readonly resourceIds: readonly string[]
  readonly phases?: readonly Phase[]
  readonly customerId: string | null
  /** Allocations missing in the snapshot; kept if refused. */
  readonly standing: readonly AllocationInput[]
}

export interface SeriesQuestion extends DecisionOptions {
  variantId: string
  channelId: string | null
  timeZone: string
  onConflict: OnConflict
  /** Days; 0 stays on the date. */
  nearestWithinDays: number
  /** Prefers the first occurrence's resources. */
  keepResources: boolean
  preferredResourceIds?: readonly string[]
}

export interface JudgedOccurrence {
  readonly wanted: WantedOccurrence
  readonly booking: CheckResult | null
  readonly reasons: readonly CheckEntry[]
  readonly alternativeResourceIds: readonly string[]
  /** Null if the time itself is free. */
  readonly nearest: Slot | null
}

/**
 * Judges occurrences in order, as if earlier accepted ones were booked; one per step, since a long series takes
 * seconds. The snapshot must cover `neededSpan` of all, plus `nearestWithinDays` on both sides.
 */
export function* judgeSeries(
  records: Snapshot,
  question: SeriesQuestion,
  wanted: readonly WantedOccurrence[],
): Generator<void, JudgedOccurrence[]> {
  const staying = new Map<number, JudgedOccurrence>()
  for (;;) {
    const judged = yield* new SeriesJudge(records, question, wanted, staying).judge()
    const refused = judged.filter(
      ({ wanted: one, booking }) => !booking && one.standing.length > 0 && !staying.has(one.index),
    )
    if (refused.length === 0 || question.onConflict === 'fail') return judged
    // Refused occurrences keep times that earlier ones may have taken, so all are judged again.
    for (const one of refused) staying.set(one.wanted.index, one)
  }
}

class SeriesJudge {
  private readonly snapshot: IndexedSnapshot
  private readonly zone: Zone
  private readonly question: SeriesQuestion
  private readonly wanted: readonly WantedOccurrence[]
  private readonly staying: ReadonlyMap<number, JudgedOccurrence>
  private preferred: readonly string[]

  constructor(
    records: Snapshot,
    question: SeriesQuestion,
    wanted: readonly WantedOccurrence[],
    staying: ReadonlyMap<number, JudgedOccurrence>,
  ) {
    this.question = question
    this.wanted = wanted
    this.staying = staying
    this.preferred = question.keepResources ? (question.preferredResourceIds ?? []) : []
    this.snapshot = new IndexedSnapshot(records)
    this.zone = zoneOf(question.timeZone)
    for (const { index, standing } of wanted) if (staying.has(index)) this.snapshot.take(standing)
    const [first, last] = [wanted[0], wanted.at(-1)]
    if (first && last) this.snapshot.horizon(this.around(first).from, this.around(last).to)
  }

  *judge(): Generator<void, JudgedOccurrence[]> {
    const all: JudgedOccurrence[] = []
    for (const [position, one] of this.wanted.entries()) {
      const stays = this.staying.get(one.index)
      const judged = stays ?? this.judgeOne(one, position)
      if (!stays && judged.booking) this.take(one, judged.booking)
      all.push(judged)
      yield
    }
    return all
  }

  private judgeOne(one: WantedOccurrence, position: number): JudgedOccurrence {
    const { question, preferred } = this
    const kept = preferred.length > 0 && one.resourceIds.length === 0 ? this.decide(one, preferred) : null
    const decision = kept?.booking && kept.booking.overrides.length === 0 ? kept : this.decide(one, one.resourceIds)
    if (decision.booking) return { wanted: one, nearest: null, ...decision }
    const nearest = this.nearest(one, position)
    if (!nearest || question.onConflict !== 'nearest') return { wanted: one, ...decision, nearest }
    const booking = this.ask(one, one.resourceIds).check({ startsAt: nearest.startsAt, endsAt: nearest.endsAt })
    return { wanted: one, ...decision, booking, nearest }
  }

  private decide(one: WantedOccurrence, resourceIds: readonly string[]): Decision {
    return decide(this.ask(one, resourceIds), one, this.question)
  }

  private ask(one: WantedOccurrence, resourceIds: readonly string[]): Answers {
    const { startsAt, endsAt, quantity, customerId, phases } = one
    const request = resolveRequest(this.snapshot, {
      variantId: this.question.variantId,
      channelId: this.question.channelId,
      resourceIds,
      ...(quantity && { quantity }),
      ...(phases && { phases }),
      ...(endsAt !== null && { durationMinutes: Math.ceil((endsAt - startsAt) / MINUTE) }),
    })
    const isOther = customerId !== (request.customer?.id ?? null)
    const customer = isOther ? (customerId ? { id: customerId } : undefined) : request.customer
    return new Answers(new AvailabilityQuery({ ...request, customer }))
  }

  /** Prefers the earlier of two equally near; avoids starts that later occurrences want. */
  private nearest(one: WantedOccurrence, position: number): Slot | null {
    const answers = this.ask(one, one.resourceIds)
    const { from, to } = this.around(one)
    const later = this.wanted.slice(position + 1).filter(({ index }) => !this.staying.has(index))
    const isWantedLater = ({ startsAt, endsAt }: CheckResult) =>
      later.some(other => Date.parse(startsAt) <= other.startsAt && other.startsAt < Date.parse(endsAt)) ||
      later.some(other => other.startsAt < Date.parse(startsAt) && Date.parse(startsAt) < this.endOf(other, one))
    const distance = (start: number) => Math.abs(start - one.startsAt)
    const starts = answers.starts(from, to).sort((a, b) => distance(a) - distance(b))
    const start = starts.find(startsAt => !isWantedLater(answers.check({ startsAt })))
    return start === undefined ? null : (answers.slots(start, start + 1)[0] ?? null)
  }

  /** Clock changes alter the length of a daily occurrence. */
  private endOf(other: WantedOccurrence, one: WantedOccurrence): number {
    if (other.endsAt !== null) return other.endsAt
    return Date.parse(this.ask(one, []).check({ startsAt: other.startsAt }).endsAt)
  }

  private around({ startsAt }: WantedOccurrence): { from: number; to: number } {
    const { zone, question } = this
    const day = zone.dayOf(startsAt)
    return {
      from: zone.startOfDay(day - question.nearestWithinDays),
      to: zone.startOfDay(day + question.nearestWithinDays + 1),
    }
  }

  private take(one: WantedOccurrence, booking: CheckResult): void {
    const { question, snapshot } = this
    const variant = snapshot.records.variants.find(({ id }) => id === question.variantId)
    if (question.keepResources && this.preferred.length === 0)
      this.preferred = booking.allocations.map(({ resourceId }) => resourceId)
    snapshot.take(
      booking.allocations.map(allocation => ({
        ...allocation,
        bookingId: `occurrence ${one.index}`,
        variantId: question.variantId,
        channelId: question.channelId ?? snapshot.records.tenant.defaultChannelId ?? null,
        customerId: one.customerId,
        timeslotId: booking.timeslotId,
        startsAt: booking.startsAt,
        endsAt: booking.endsAt,
        quantity: one.quantity ?? variant?.minQuantity ?? 1,
        capacityMode: variant?.capacityMode ?? 'exclusive',
        status: 'confirmed',
      })),
    )
  }
}
