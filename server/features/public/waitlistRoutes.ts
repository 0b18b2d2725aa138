import { calls } from '../../../src/calls'
import type { ValidationErrors } from '../../../src/declare'
import { implement, invalid, Problem } from '../../serve'
import { cancel, confirm } from '../bookings/actions'
import { announce, announceNoted } from '../bookings/bookingScope'
import { ownPlace } from '../bookings/changeBooking'
import { requireAction } from '../bookings/requireAction'
import { tellCustomer } from '../notifications/tellCustomer'
import { waitlistClosed } from '../problemCodes'
import { cancelEntry } from '../waitlist/cancelEntry'
import { lockEntry } from '../waitlist/entryScope'
import { checkWanted, termsOf } from '../waitlist/requireEntry'
import { createEntry } from '../waitlist/writeEntry'
import { useChallenge } from './challenges'
import { noteJoin, requireFewJoins } from './guard'
import { confirmedOf, heldPlaceOf } from './heldPlace'
import { linkedBooking } from './linkedBooking'
import { addressesIn } from './noAddresses'
import { findSold } from './pageContent'
import { notAvailable, orOthers, refused } from './refusals'
import { noPage, visit } from './visitor'
import { visitorCustomer } from './visitorCustomer'

const needed = { key: 'validation.required', args: {} } as const

const join = implement(calls.publicPage.joinWaitlist, async request => {
  const { query } = request
  const { values: body, errors: wrong } = request.body
  const guest = await visit(request)
  const { tenant } = guest
  await useChallenge(guest, { ...body, channel: query.channel })
  try {
    await guest.write(async unit => {
      const sold = await findSold(unit.db, tenant.id, { ...body, channel: query.channel })
      if (!sold.waitlistEnabled) throw new Problem(waitlistClosed, 'There is no waitlist for this.')
      const { customer } = body
      const errors: ValidationErrors = {
        ...(!customer?.name && { 'customer.name': needed }),
        ...addressesIn({ 'customer.name': customer?.name }),
        ...(!customer?.email &&
          (sold.requiredFields.includes('email') || !customer?.phone) && { 'customer.email': needed }),
        ...(!customer?.phone && sold.requiredFields.includes('phone') && { 'customer.phone': needed }),
        ...wrong,
      }
      const joining = {
        quantity: body.quantity,
        durationMinutes: sold.durationType === 'fixed' ? null : (body.durationMinutes ?? sold.shortest),
        windows: [{ startsAt: body.windowStart, endsAt: body.windowEnd }],
      }
      if (Object.keys(errors).length > 0) {
        const terms = await termsOf(unit.db, tenant.id, body.variantId)
        const wanted = { ...joining, quantity: joining.quantity ?? terms.minQuantity, preferredResourceIds: [] }
        throw invalid({ ...checkWanted(terms, wanted, guest.services.now()), ...errors })
      }
      await requireFewJoins(unit, guest)
      const { customerId, note } = await visitorCustomer(unit, guest, customer ?? {})
      const entry = await createEntry(unit, guest, {
        ...{ variantId: body.variantId, customerId, channelId: sold.channelId, internalNotes: note },
        ...joining,
      })
      await noteJoin(unit, guest, entry.id)
    })
    announceNoted(guest)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const key = error.options.message?.key
    // Whether this address already waits must not be disclosed.
    if (key === 'refusal.waitsTooOften') throw await refused(guest)
    if (key !== 'refusal.waitsAlready') throw inOwnWords(error)
  }
  return { id: null, status: 'waiting' as const }
})

/** This call has two fields in place of `windows`. */
const inOwnWords = (error: Problem): Problem => {
  const { errors } = error.options
  if (!errors) return error
  const renamed = Object.entries(errors).map(([name, one]) => {
    if (!name.startsWith('windows')) return [name, one] as const
    return [name.endsWith('startsAt') ? 'windowStart' : 'windowEnd', one] as const
  })
  return invalid(Object.fromEntries(renamed), error)
}

const read = implement(calls.publicPage.offer, async request => {
  const { token } = request.params
  const guest = await visit(request)
  return guest.read(async db => {
    const booking = await linkedBooking(db, guest, { kind: 'offer', token })
    if (!booking.waitlistEntryId) throw noPage()
    const { parts: _, ...kept } = await heldPlaceOf(db, guest, booking, request.query.lang)
    return kept
  })
})

const accept = implement(calls.publicPage.acceptOffer, async request => {
  const { token } = request.params
  const guest = await visit(request)
  const gone = await guest.read(async db => {
    const before = await linkedBooking(db, guest, { kind: 'offer', token })
    if (!before.waitlistEntryId) throw noPage()
    return before.status === 'held' ? null : before
  })
  if (gone) {
    const held = { unit: undefined as never, request: guest, before: gone }
    throw await notAvailable(guest, ['expired', 'cancelled'].includes(gone.status) ? ownPlace(held) : null)
  }
  const { id, answer } = await orOthers(guest, () =>
    guest.write(async unit => {
      const before = await linkedBooking(unit.db, guest, { kind: 'offer', token }, { lock: true })
      requireAction({ unit, request: guest, before }, 'confirm')
      tellCustomer(unit.db, before.id)
      Object.assign(guest.caller.visitor ?? {}, { id: before.customerId, name: before.customerName })
      const after = await confirm(
        { unit, request: guest, before },
        {
          ...{ customerId: null, customer: null, answers: request.body.answers as never, notes: null },
          ...{ internalNotes: null, total: null, override: false, reason: null, notify: true },
        },
      )
      return { id: after.id, answer: await confirmedOf(unit.db, guest, after) }
    }),
  )
  announce(guest, id)
  return answer
})

const decline = implement(calls.publicPage.declineOffer, async request => {
  const { token } = request.params
  const { leave } = request.body
  const guest = await visit(request)
  const id = await guest.write(async unit => {
    const before = await linkedBooking(unit.db, guest, { kind: 'offer', token }, { lock: true })
    if (!before.waitlistEntryId) throw noPage()
    Object.assign(guest.caller.visitor ?? {}, { id: before.customerId, name: before.customerName })
    if (before.status === 'held') await cancel({ unit, request: guest, before }, { reason: null, by: 'customer' })
    if (leave) {
      const entry = await lockEntry(unit, guest, before.waitlistEntryId)
      if (entry.now.status === 'waiting' || entry.now.status === 'offered') await cancelEntry(entry, null)
    }
    return before.id
  })
  announce(guest, id)
  return { status: leave ? ('cancelled' as const) : ('waiting' as const) }
})

export const waitlistRoutes = [join, read, accept, decline]
