import { sql } from 'kysely'
import { Problem, type Transaction } from '../../serve'
import type { AllocationRequest } from '../bookings/allocationRequest'
import { loadOffer } from '../bookings/offer'
import { alternativesTo, SlotUnavailable } from '../bookings/slotUnavailable'
import { searchingAside } from '../bookings/visits/searchAside'
import type { VisitPlace } from '../bookings/visits/visitQuestion'
import { orTooManyPlans, otherVisits, VisitUnavailable } from '../bookings/visits/visitUnavailable'
import { bookingRefused, slotUnavailable } from '../problemCodes'
import { peopleIn, publicVisitSlot } from './publicVisits'
import { publicSlot } from './times'
import type { Visit } from './visitor'

export const contactOf = async (db: Transaction, { tenant }: Pick<Visit, 'tenant'>) => {
  const { rows } = await sql<{ name: string; email: string | null; phone: string | null }>`
    select name, contact_email as email, contact_phone as phone from tenants where id = ${tenant.id}`.execute(db)
  const [{ name, email, phone } = { name: '', email: null, phone: null }] = rows
  return { name, email, phone }
}

/** Never disclosed to visitors. */
const aboutCustomer = new Set(['customer_blocked', 'customer_limit_reached'])

export const notAvailable = async (visit: Visit, question: AllocationRequest | null): Promise<Problem> => {
  const alternatives = question
    ? await visit.read(async db => {
        const [slots, offer] = [
          await alternativesTo(db, question),
          await loadOffer(db, visit.tenant.id, question.variantId),
        ]
        const { timeZone } = visit.tenant
        const quantity = question.quantity ?? offer.minQuantity
        return slots.map(slot => publicSlot(slot, { offer, timeZone, quantity, page: null }))
      })
    : []
  return taken(alternatives)
}

const taken = (alternatives: readonly object[]): Problem =>
  new Problem(slotUnavailable, 'This time is not available any more.', { extensions: { alternatives }, isForAll: true })

const otherPublicVisits = async (visit: Visit, asked: VisitPlace) => {
  const slots = await otherVisits(visit, asked)
  const people = await visit.read(db => peopleIn(db, visit, asked.question.parts))
  return slots.map(slot => publicVisitSlot(slot, asked.question, people))
}

/**
 * Answers an unavailable place without reasons, with other times, as Problem `slot_unavailable` or `booking_refused`.
 */
export const orOthers = async <T>(visit: Visit, work: () => Promise<T>): Promise<T> => {
  try {
    return await orTooManyPlans(() => searchingAside(visit, work))
  } catch (error) {
    const reasons =
      error instanceof VisitUnavailable ? error.refused.reasons : error instanceof SlotUnavailable && error.reasons
    if (!reasons) throw error
    if (reasons.some(({ code }) => aboutCustomer.has(code))) throw await refused(visit)
    throw error instanceof VisitUnavailable
      ? taken(await otherPublicVisits(visit, error.asked))
      : await notAvailable(visit, (error as SlotUnavailable).question)
  }
}

/** The same for every customer who may not book online. */
export const refused = async (visit: Visit): Promise<Problem> => {
  const contact = await visit.read(db => contactOf(db, visit))
  return new Problem(bookingRefused, 'This cannot be booked online. Please get in touch with us.', {
    extensions: { contact },
  })
}
