import { calls } from '../../../src/calls'
import type { PublicPart } from '../../../src/calls/publicParts'
import { implement, type RequestOf, type UnitOfWork } from '../../serve'
import { announce } from '../bookings/bookingScope'
import { createBooking } from '../bookings/createBooking'
import { requireTime } from '../bookings/requireTime'
import { createVisit } from '../bookings/visits/createVisit'
import { notingRefusal } from '../demand/refusedDemand'
import { challengeFails, challengeNamedBy, takeChallenge } from './challenges'
import { noteHold, requireFewHolds } from './guard'
import { needsApproval, placeOf, waitsForApproval } from './heldPlace'
import { linkToken } from './links'
import { findSold } from './pageContent'
import { askedVisit, visitOf, visitPlace } from './publicVisits'
import { orOthers } from './refusals'
import { requireShare } from './share'
import { type Visit, visit } from './visitor'

type Wanted = RequestOf<typeof calls.publicPage.hold>['body']

type Asked = Wanted & { channel: string | undefined }

const unnamed = { customerId: null, customer: null, notes: null, internalNotes: null }
const unpriced = { paymentStatus: null, override: false, reason: null, notify: false }

const holdOne = async (unit: UnitOfWork, guest: Visit, { channel, ...body }: Asked) => {
  const { startsAt, endsAt, quantity, personId } = body
  const variantId = body.variantId ?? ''
  const { channelId } = await findSold(unit.db, guest.tenant.id, { variantId, personId, channel })
  await requireFewHolds(unit, guest)
  await requireShare(unit, guest, { variantId, channelId, startsAt })
  const booking = await createBooking(unit, guest, {
    ...{ variantId, startsAt, endsAt, quantity, channelId, hold: true },
    ...{ resourceIds: personId ? [personId] : [], answers: null, total: null, externalId: null, metadata: {} },
    ...{ ...unnamed, ...unpriced },
  })
  await noteHold(unit, guest, booking.id)
  const holdToken = (await linkToken(unit.db, guest.tenant.id, booking.id, 'hold')) ?? ''
  const expiresAt = booking.holdExpiresAt ?? booking.startsAt
  const requiresApproval = await waitsForApproval(unit.db, guest, booking)
  return { ids: [booking.id], answer: { holdToken, ...placeOf(booking), expiresAt, requiresApproval } }
}

/** Counts as one hold of the network. The first part's token stands for the visit. */
const holdVisit = async (unit: UnitOfWork, guest: Visit, { startsAt, ...body }: Asked & { parts: PublicPart[] }) => {
  const asked = await askedVisit(unit.db, guest, body)
  await requireFewHolds(unit, guest)
  const variantIds = new Set(asked.parts.map(({ variantId }) => variantId))
  const requireShareOf = (variantId: string, without: string | null) =>
    requireShare(unit, guest, { variantId, channelId: asked.channelId ?? '', startsAt }, without)
  for (const variantId of variantIds) await requireShareOf(variantId, null)
  const parts = asked.parts.map(part => ({ ...part, answers: null, total: null }))
  const { id, booked } = await createVisit(unit, guest, {
    ...{ ...asked, parts, startsAt, hold: true, sendsReminders: false, dryRun: false },
    ...{ ...unnamed, ...unpriced },
  })
  for (const one of booked) await noteHold(unit, guest, one.id)
  // Earlier parts count as held for later ones of the same service.
  for (const variantId of variantIds) {
    const equal = booked.filter(one => one.variantId === variantId)
    if (equal.length > 1) await requireShareOf(variantId, equal.at(-1)?.id ?? null)
  }
  const [first] = booked
  if (!first) throw new Error('A visit has parts.')
  const shown = await visitOf(unit.db, guest, id, undefined)
  const holdToken = (await linkToken(unit.db, guest.tenant.id, first.id, 'hold')) ?? ''
  const expiresAt = first.holdExpiresAt ?? first.startsAt
  const requiresApproval = await needsApproval(unit.db, guest, shown)
  const ids = booked.map(one => one.id)
  return { ids, answer: { holdToken, ...visitPlace(shown.booked), expiresAt, requiresApproval } }
}

/** A taken time gets the same refusal for everybody who asks. */
export const create = implement(
  calls.publicPage.hold,
  async request => {
    const { body, query } = request
    const guest = await visit(request, challengeNamedBy(body.challenge))
    requireTime(body, guest.services.now())
    const counts = await takeChallenge(guest, { ...body, channel: query.channel })
    const place = () =>
      guest.write(async unit => {
        // Retries get the first answer.
        if (!counts) throw challengeFails()
        const asked = { ...body, channel: query.channel }
        return body.parts ? holdVisit(unit, guest, { ...asked, parts: body.parts }) : holdOne(unit, guest, asked)
      })
    const noting = { customerId: null, customer: null }
    const { ids, answer } = await orOthers(guest, () => (body.parts ? place() : notingRefusal(guest, noting, place)))
    announce(guest, ...ids)
    return answer
  },
  {
    refusedAlike: body => {
      const { variantId, startsAt, endsAt, quantity, personId, parts, sameStaff } = body as Wanted
      return JSON.stringify([variantId, startsAt, endsAt, quantity, personId, parts, sameStaff])
    },
    admits: body => (body as { holdToken: string }).holdToken,
  },
)
