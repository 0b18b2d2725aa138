import { calls } from '../../../src/calls'
import type { ValidationErrors } from '../../../src/declare'
import { implement, invalid, Problem, type RequestOf, type Transaction } from '../../serve'
import { confirm } from '../bookings/actions'
import { checkAnswers } from '../bookings/answers'
import { announce, type BookingRecord, findBooking } from '../bookings/bookingScope'
import { loadOffer } from '../bookings/offer'
import { newReference } from '../bookings/reference'
import { wholeOf } from '../bookings/visits/together'
import { confirm as confirmVisit } from '../bookings/visits/visitActions'
import { tellCustomer } from '../notifications/tellCustomer'
import { challengeFailed } from '../problemCodes'
import { noteConfirmed } from './guard'
import { type Asking, askingOf, bookedOf, confirmedOf, isInHold, requireHeld, visitWith } from './heldPlace'
import { linkedBooking } from './linkedBooking'
import { bookingNamedBy, fakeToken, linkUrl } from './links'
import { addressesIn } from './noAddresses'
import { bookedVisit } from './publicVisits'
import { orOthers } from './refusals'
import { type RequiredField, visit } from './visitor'
import { visitorCustomer } from './visitorCustomer'

/** Milliseconds. Faster answers come from programs. */
const fastestPerson = 2000

type Confirmation = RequestOf<typeof calls.publicPage.confirm>['body']['values']

const missingIn = (
  { customer, notes, acceptsPolicy }: Confirmation,
  { requiredFields, pagePolicy }: Asking,
  { knowsCustomer }: { knowsCustomer: boolean },
): ValidationErrors => {
  const needed = { key: 'validation.required', args: {} } as const
  const lacks = (name: RequiredField) => requiredFields.includes(name)
  return {
    ...(!knowsCustomer && !customer?.name && { 'customer.name': needed }),
    ...(!knowsCustomer && lacks('email') && !customer?.email && { 'customer.email': needed }),
    ...(!knowsCustomer && lacks('phone') && !customer?.phone && { 'customer.phone': needed }),
    ...(lacks('notes') && !notes && { notes: needed }),
    ...(pagePolicy && !acceptsPolicy && { acceptsPolicy: { key: 'validation.policyNotAccepted', args: {} } as const }),
  }
}

const unansweredIn = async (
  db: Transaction,
  asked: BookingRecord | readonly BookingRecord[],
  { answers, partAnswers }: Confirmation,
): Promise<ValidationErrors> => {
  const check = async ({ tenantId, variantId, answers: given }: BookingRecord, now: object | null | undefined) => {
    const { questions } = await loadOffer(db, String(tenantId), variantId)
    return checkAnswers(questions, { ...given, ...now }, { mustBeComplete: true })
  }
  if (!Array.isArray(asked)) return check(asked as BookingRecord, answers)
  const errors: ValidationErrors = {}
  for (const [index, part] of asked.entries()) {
    if (part.status !== 'held' && part.status !== 'expired') continue
    for (const [name, error] of Object.entries(await check(part, partAnswers[index])))
      errors[name.replace(/^answers/, `partAnswers.${index}`)] = error
  }
  return errors
}

export const book = implement(calls.publicPage.confirm, async request => {
  const { token } = request.params
  const { values: body, errors: wrong } = request.body
  const guest = await visit(request, bookingNamedBy(token))
  const { services, tenant } = guest
  if (body.website) {
    const booked = await guest.read(async db => {
      const booking = await linkedBooking(db, guest, { kind: 'hold', token })
      const shown = await visitWith(db, guest, booking)
      return shown ? bookedVisit(shown) : bookedOf(guest, booking)
    })
    const manageToken = fakeToken()
    return {
      ...{ ...booked, status: 'confirmed' as const },
      ...{ reference: newReference(), manageToken },
      manageUrl: linkUrl(services.site, tenant.slug, 'manage', manageToken),
    }
  }
  const { ids, answer } = await orOthers(guest, () =>
    guest.write(async unit => {
      const before = await linkedBooking(unit.db, guest, { kind: 'hold', token }, { lock: true })
      const held = { unit, request: guest, before }
      requireHeld(held)
      if (services.now() - Date.parse(before.statusChangedAt) < fastestPerson)
        throw new Problem(challengeFailed, 'That was faster than people type. Try again.')
      const asking = await askingOf(unit.db, guest, before)
      const knowsCustomer = before.customerId !== null
      const whole = before.visitId ? await wholeOf(held, before.visitId) : null
      const errors = {
        ...missingIn(body, asking, { knowsCustomer }),
        ...addressesIn({ 'customer.name': body.customer?.name }),
        ...(await unansweredIn(unit.db, whole ? whole.visit.parts : before, body)),
        ...wrong,
      }
      if (Object.keys(errors).length > 0) throw invalid(errors)
      const parts = whole ? whole.visit.parts.filter(isInHold) : [before]
      await noteConfirmed(
        unit,
        guest,
        parts.map(({ id }) => id),
      )
      for (const { id } of parts) tellCustomer(unit.db, id)
      const { customerId, note } = knowsCustomer
        ? { customerId: before.customerId, note: null }
        : await visitorCustomer(unit, guest, body.customer ?? {})
      const said = {
        ...{ customerId, customer: null, notes: body.notes },
        givenName: body.customer?.name,
        internalNotes: [before.internalNotes, note].filter(Boolean).join('\n') || null,
        ...{ override: false, reason: null, notify: true },
      }
      if (whole) await confirmVisit(whole, { ...said, partAnswers: body.partAnswers })
      const after = whole
        ? await findBooking(unit.db, guest, before.id)
        : await confirm(held, { ...said, answers: body.answers as never, total: null })
      return { ids: parts.map(({ id }) => id), answer: await confirmedOf(unit.db, guest, after) }
    }),
  )
  // The link may have ended since the first answer.
  if (request.isRepeated()) await guest.read(db => linkedBooking(db, guest, { kind: 'hold', token }))
  announce(guest, ...ids)
  return answer
})
