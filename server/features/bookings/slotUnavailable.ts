import { DAY } from '../../../src/declare'
import { type CheckEntry, createEngine, type Reason, type Slot } from '../../../src/scheduling'
import { Problem, type Transaction } from '../../serve'
import { loadSnapshot } from '../availability/loadSnapshot'
import { slotUnavailable } from '../problemCodes'
import type { AllocationRequest } from './allocationRequest'

/** The engine looks two weeks around. */
const reach = 15 * DAY

const alternativeCount = 3

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

/** Rolls back the transaction; `orAlternatives` answers after the locks are released. */
export class SlotUnavailable extends Error {
  readonly question: AllocationRequest
  readonly reasons: readonly Reason[]
  readonly alternativeResourceIds: readonly string[]
  readonly extensions: Readonly<Record<string, unknown>>

  constructor(
    question: AllocationRequest,
    reasons: readonly Reason[],
    alternativeResourceIds: readonly string[] = [],
    options: ErrorOptions = {},
    extensions: Readonly<Record<string, unknown>> = {},
  ) {
    super('The time cannot be booked.', options)
    this.question = question
    this.reasons = reasons
    this.alternativeResourceIds = alternativeResourceIds
    this.extensions = extensions
  }
}

export const asProblem = (error: unknown): unknown =>
  error instanceof SlotUnavailable ? new Problem(slotUnavailable, error.reasons[0]?.text ?? error.message) : error

export const slotTaken = (question: AllocationRequest): SlotUnavailable =>
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

export const alternativesTo = async (db: Transaction, question: AllocationRequest): Promise<Slot[]> => {
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
  return createEngine(snapshot)
    .ask({
      variantId,
      channelId,
      ...(quantity && { quantity }),
      ...(durationMinutes && { durationMinutes }),
      ...(exceptBookingId && { excludeBookingId: exceptBookingId }),
    })
    .nearest(startsAt, alternativeCount)
}

interface Attempt<T> {
  work: () => Promise<T>
  read: <R>(work: (db: Transaction) => Promise<R>) => Promise<R>
}

/** Answers an unavailable place with reasons and the nearest free times, as Problem `slot_unavailable`. */
export const orAlternatives = async <T>({ work, read }: Attempt<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SlotUnavailable)) throw error
    const { question, reasons, alternativeResourceIds, extensions } = error
    const alternatives = await read(db => alternativesTo(db, question))
    const [first] = reasons
    throw new Problem(slotUnavailable, first?.text ?? 'This cannot be booked: already booked.', {
      extensions: { reasons, alternatives, alternativeResourceIds, ...extensions },
      cause: error,
    })
  }
}
