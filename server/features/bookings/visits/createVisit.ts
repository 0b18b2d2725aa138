import type { calls } from '../../../../src/calls'
import type { Snapshot } from '../../../../src/scheduling'
import { insertPrepared, invalid, type RequestOf, type Transaction, type UnitOfWork } from '../../../serve'
import { readSetupState, type SetupState } from '../../availability/loadSetup'
import { bookedCustomer, findCustomer } from '../bookedCustomer'
import type { BookingRecord, MemberRequest, ReadingRequest } from '../bookingScope'
import { missing } from '../checkAllocation'
import { holdEnd, type Offer } from '../offer'
import { newReference } from '../reference'
import { requireTime } from '../requireTime'
import { type AskedParts, bookParts, type DecidedParts, decideParts, wrongAnswers } from './bookParts'
import { visitScope, withoutParts } from './visitColumns'
import { loadOffers, loadVisitPlace, loadVisitSetup, toVisitSlot, visitQuestion } from './visitQuestion'

type Input = RequestOf<typeof calls.visits.create>['body']

interface Planned extends DecidedParts {
  status: 'held' | 'pending' | 'confirmed'
}

const requireComplete = ({ hold, parts }: Input, offers: readonly Offer[], customerId: string | null): void => {
  const errors = wrongAnswers(parts, offers, { mustBeComplete: !hold })
  if (!customerId && !hold) errors.customerId = { key: 'validation.customerNeeded', args: {} }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const loadAsked = async (
  db: Transaction,
  request: MemberRequest,
  input: Input,
  customerOf: (channelId: string) => Promise<string | null>,
): Promise<{ place: AskedParts; snapshot: Snapshot; state: SetupState }> => {
  const { caller, services } = request
  const tenantId = caller.tenant.id
  const now = services.now()
  requireTime({ startsAt: input.startsAt, endsAt: null }, now)
  const asked = visitQuestion(caller, input)
  let state = await readSetupState(db, tenantId, input.customerId)
  const { tenant } = await loadVisitSetup(db, tenantId, asked, null, state)
  const channelId = asked.channelId ?? tenant.defaultChannelId
  if (!channelId) throw missing('channelId', 'channel')
  const question = { ...asked, channelId }
  const offers = await loadOffers(db, tenantId, question, state)
  const customerId = await customerOf(channelId)
  if (!input.dryRun) requireComplete(input, offers, customerId)
  if (customerId !== input.customerId) state = await readSetupState(db, tenantId, customerId)
  const place = { question, offers, startsAt: Date.parse(input.startsAt), customerId }
  const snapshot = await loadVisitPlace(db, tenantId, place, { now, lock: !input.dryRun, state })
  return { place, snapshot, state }
}

const planned = async (
  loaded: Awaited<ReturnType<typeof loadAsked>>,
  request: MemberRequest,
  input: Input,
): Promise<Planned> => {
  const decided = await decideParts(request, loaded, input)
  const waits = decided.results.some(one => one.requiresApproval)
  return { ...decided, status: input.hold ? 'held' : waits ? 'pending' : 'confirmed' }
}

/** Writes and locks nothing, and plans after the reading transaction. */
export const previewVisit = async (request: ReadingRequest, input: Input) => {
  const { tenant } = request.caller
  const loaded = await request.read(db => loadAsked(db, request, input, () => findCustomer(db, tenant.id, input)))
  const plan = await planned(loaded, request, input)
  return { id: null, reference: null, status: plan.status, ...pricedSlot(plan, tenant.timeZone) }
}

export const pricedSlot = ({ plan, question, offers, totals }: DecidedParts, timeZone: string) => {
  const slot = toVisitSlot(plan, question, offers, timeZone)
  return {
    ...slot,
    total: { ...slot.total, amount: totals.reduce((sum, { amount }) => sum + amount, 0) },
    parts: slot.parts.map((part, index) => ({ ...part, total: totals[index] ?? part.total })),
  }
}

/**
 * Books all parts, or nothing.
 * @throws VisitUnavailable, or Problem for refused input
 */
export const createVisit = async (
  unit: UnitOfWork,
  request: MemberRequest,
  input: Input,
): Promise<{ id: string; booked: BookingRecord[] }> => {
  const { services } = request
  const loaded = await loadAsked(unit.db, request, input, channelId =>
    bookedCustomer(unit, request, { ...input, channelId }),
  )
  const plan = await planned(loaded, request, input)
  const { question, customerId, offers, status } = plan
  const { newId: id, at, customer } = loaded.state
  const { notes, internalNotes, notify, paymentStatus, parts, reason } = input
  const shared = { notes, internalNotes, sendsReminders: input.sendsReminders || notify }
  const kept = question.parts.map(({ guest, minWaitMinutes, maxWaitMinutes }) => {
    return { guest, minWaitMinutes, maxWaitMinutes }
  })
  insertPrepared(unit, visitScope(request), {
    ...{ id, at },
    values: {
      ...shared,
      ...{ channelId: question.channelId, customerId, reference: newReference(), sameStaff: question.sameStaff },
    },
    columns: { parts: JSON.stringify(kept), anyOrder: question.order === 'any' },
    computed: { ...withoutParts, customerName: customer?.name ?? null, order: question.order },
  })
  const [offer] = offers
  const booked = await bookParts(unit, request, plan, {
    ...{ visitId: id, from: 0, status, parts, reason, notify },
    holdExpiresAt: status === 'held' && offer ? holdEnd(services.now(), offer) : null,
    values: { ...shared, ...(paymentStatus && { paymentStatus }) },
  })
  return { id, booked }
}
