import { type CheckEntry, prepare, type Slot } from '../../../src/scheduling'
import type { Transaction } from '../../db/database'
import { Problem } from '../../http/problem'
import { loadSnapshot } from '../availability/loadSnapshot'
import type { PlaceQuestion } from './placeQuestion'

const DAY = 86_400_000

/** How far the search for another time may reach; the engine looks within two weeks. */
const reach = 15 * DAY

const alternativeCount = 3

/** Why not, in words. */
export type Reason = Pick<
  CheckEntry,
  'code' | 'text' | 'sentence' | 'params' | 'resourceId' | 'ruleId' | 'ruleName' | 'isOverridable'
>

export const toReason = ({
  code,
  text,
  sentence,
  params,
  resourceId,
  ruleId,
  ruleName,
  isOverridable,
}: CheckEntry): Reason => ({
  code,
  text,
  sentence,
  params,
  resourceId,
  ruleId,
  ruleName,
  isOverridable,
})

/** Rolls a transaction back because the place cannot be had; `orAlternatives` makes the answer of it, outside of its locks. */
export class SlotUnavailable extends Error {
  readonly question: PlaceQuestion
  readonly reasons: readonly Reason[]
  readonly alternativeResourceIds: readonly string[]

  constructor(
    question: PlaceQuestion,
    reasons: readonly Reason[],
    alternativeResourceIds: readonly string[] = [],
    options: ErrorOptions = {},
  ) {
    super('The time cannot be booked.', options)
    this.question = question
    this.reasons = reasons
    this.alternativeResourceIds = alternativeResourceIds
  }
}

/** Somebody else had it first, and the engine did not see them. */
export const outrun = (question: PlaceQuestion): SlotUnavailable =>
  new SlotUnavailable(question, [
    {
      code: 'resource_busy',
      text: 'Somebody else has just booked this.',
      sentence: 'resource_busy.justNow',
      params: {},
      resourceId: null,
      ruleId: null,
      ruleName: null,
      isOverridable: false,
    },
  ])

/** The nearest free times, by the same engine. */
export const alternativesTo = async (db: Transaction, question: PlaceQuestion): Promise<Slot[]> => {
  const { tenantId, variantId, channelId, customerId, startsAt, durationMinutes, quantity, exceptBookingId, now } =
    question
  const snapshot = await loadSnapshot(db, tenantId, {
    variantIds: [variantId],
    from: Math.max(startsAt - reach, now),
    to: Math.max(startsAt, now) + reach,
    durationMinutes,
    customerId,
    exceptBookingId,
    now,
  })
  return prepare(snapshot)
    .ask({
      variantId,
      channelId,
      ...(quantity && { quantity }),
      ...(durationMinutes && { durationMinutes }),
      ...(exceptBookingId && { excludeBookingId: exceptBookingId }),
    })
    .nearest(startsAt, alternativeCount)
}

interface Ways<T> {
  work: () => Promise<T>
  read: <R>(work: (db: Transaction) => Promise<R>) => Promise<R>
}

/**
 * Answers the loser of a race, or whoever asks for what cannot be had, with the reasons and the nearest times.
 * @throws Problem `slot_unavailable`
 */
export const orAlternatives = async <T>({ work, read }: Ways<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SlotUnavailable)) throw error
    const { question, reasons, alternativeResourceIds } = error
    const alternatives = await read(db => alternativesTo(db, question))
    const [first] = reasons
    throw new Problem('slot_unavailable', first?.text ?? 'This cannot be booked: already booked.', {
      extensions: { reasons, alternatives, alternativeResourceIds },
      cause: error,
    })
  }
}
