import type { VisitSlot } from '../../../../src/calls/visits'
import { DAY } from '../../../../src/declare'
import type { Reason } from '../../../../src/scheduling'
import { MOST_STEPS, TooManyPlans } from '../../../../src/scheduling/visits/VisitParts'
import { VisitPlanner } from '../../../../src/scheduling/visits/VisitPlanner'
import { type Caller, inSlices, invalidField, Problem } from '../../../serve'
import { slotUnavailable } from '../../problemCodes'
import type { ReadingRequest } from '../bookingScope'
import { searchingAside } from './searchAside'
import { loadVisit, toVisitSlot, type VisitPlace } from './visitQuestion'

/** Later alternatives are useless. */
const within = [DAY, 4 * DAY, 14 * DAY]
const alternativeCount = 3

interface Refused {
  index: number
  reasons: readonly Reason[]
  alternativeResourceIds: readonly string[]
}

/** Rolls back the transaction; `orOtherVisits` answers after the locks are released. */
export class VisitUnavailable extends Error {
  readonly asked: VisitPlace
  readonly refused: Refused

  constructor(asked: VisitPlace, refused: Refused, options: ErrorOptions = {}) {
    super('The visit cannot be booked.', options)
    this.asked = asked
    this.refused = refused
  }
}

const indexIn = ({ indexes }: VisitPlace, index: number): number => indexes?.[index] ?? index

export const inVisit = (place: VisitPlace, slot: VisitSlot): VisitSlot => ({
  ...slot,
  parts: slot.parts.map(part => ({ ...part, index: indexIn(place, part.index) })),
})

/** None if finding them takes too long. */
export const otherVisits = (request: ReadingRequest, place: VisitPlace): Promise<VisitSlot[]> =>
  nearestTo(request, place).catch(error => {
    if (error instanceof TooManyPlans) return []
    throw error
  })

const nearestTo = async (request: ReadingRequest, place: VisitPlace): Promise<VisitSlot[]> => {
  const { question, startsAt, customerId, leaving, isSettled } = place
  if (isSettled) return []
  const { caller, services, read } = request
  const now = services.now()
  const reach = within.at(-1) ?? 0
  const { snapshot, offers } = await read(db =>
    loadVisit(db, caller.tenant.id, question, {
      ...{ from: Math.max(startsAt - reach, now), to: Math.max(startsAt, now) + reach, now, customerId, leaving },
    }),
  )
  const planner = new VisitPlanner(snapshot, question, { mostSteps: mostStepsOf(caller) })
  for (const far of within) {
    const plans = await inSlices(planner.nearest(startsAt, far, alternativeCount))
    if (plans.length === alternativeCount || far === reach)
      return plans.map(plan => inVisit(place, toVisitSlot(plan, question, offers, caller.tenant.timeZone)))
  }
  return []
}

/** Search steps: about half a second for strangers, some seconds for staff. */
export const mostStepsOf = ({ visitor }: Caller): number => (visitor ? 20_000 : MOST_STEPS)

export const orTooManyPlans = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TooManyPlans)) throw error
    throw invalidField('parts', 'validation.tooManyPlans', {}, error)
  }
}

/**
 * Answers an unavailable visit with its first refused part, the reasons and the nearest plans, as Problem
 * `slot_unavailable`.
 */
export const orOtherVisits = async <T>(request: ReadingRequest, work: () => Promise<T>): Promise<T> => {
  try {
    return await orTooManyPlans(() => searchingAside(request, work))
  } catch (error) {
    if (!(error instanceof VisitUnavailable)) throw error
    const { index, reasons, alternativeResourceIds } = error.refused
    const alternatives = await otherVisits(request, error.asked)
    throw new Problem(slotUnavailable, reasons[0]?.text ?? 'These cannot be booked together.', {
      extensions: { part: indexIn(error.asked, index), reasons, alternatives, alternativeResourceIds },
      cause: error,
    })
  }
}
