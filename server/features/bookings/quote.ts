import type { calls } from '../../../src/calls'
import type { RequestOf, Transaction } from '../../serve'
import { placeQuestion } from './allocationRequest'
import { askAbout, loadPlace } from './checkAllocation'
import { loadOffer, totalFor } from './offer'
import { toReason } from './slotUnavailable'

export const quote = async (
  db: Transaction,
  tenantId: string,
  input: RequestOf<typeof calls.bookings.quote>['body'],
  now: number,
) => {
  const offer = await loadOffer(db, tenantId, input.variantId)
  const question = placeQuestion({
    tenantId,
    variantId: input.variantId,
    channelId: input.channelId ?? offer.defaultChannelId,
    customerId: input.customerId,
    startsAt: Date.parse(input.startsAt),
    endsAt: input.endsAt === null ? null : Date.parse(input.endsAt),
    quantity: input.quantity ?? undefined,
    resourceIds: input.resourceIds,
    exceptBookingId: input.exceptBookingId ?? undefined,
    now,
  })
  const place = await loadPlace(db, question, { lock: false })
  const { setup } = place
  const answers = askAbout(place, question)
  const result = answers.check(question)
  const lenient = result.available ? result : answers.check(question, { override: true })
  const names = new Map(setup.resources.map(({ id, name }) => [id, name]))
  const resourceIds = lenient.allocations.map(({ resourceId }) => resourceId)
  return {
    available: result.available,
    /** Staff may book it with a reason. */
    isOverridable: !result.available && lenient.available,
    startsAt: result.startsAt,
    endsAt: result.endsAt,
    timeZone: result.timeZone,
    timeslotId: result.timeslotId,
    price: offer.price,
    total: totalFor(offer, result, input.quantity ?? offer.minQuantity),
    resourceIds,
    resources: resourceIds.map(id => ({ id, name: names.get(id) ?? '' })),
    requiresApproval: lenient.requiresApproval,
    holdMinutes: offer.holdMinutes,
    warnings: result.reasons.filter(({ severity }) => severity === 'warning').map(toReason),
    reasons: result.reasons.filter(({ severity }) => severity === 'error').map(toReason),
    alternativeResourceIds: result.alternativeResourceIds,
  }
}
