import type { calls } from '../../../src/calls'
import { type AnswerOf, type Moment, millisOf } from '../../../src/declare'
import { createEngine, formatLocalDate, parseLocalDate, type Slot, zoneOf } from '../../../src/scheduling'
import type { Transaction } from '../../serve'
import { loadSnapshot } from '../availability/loadSnapshot'
import { nextAvailable } from '../availability/next'
import { rangeOf, requireFewer } from '../availability/questions'
import { loadOffer, type Offer, totalFor } from '../bookings/offer'
import { findSold } from './pageContent'
import type { Page, Visit } from './visitor'

type PublicSlot = AnswerOf<typeof calls.publicPage.slots>[number]
type PublicDay = AnswerOf<typeof calls.publicPage.days>[number]

/** Days. */
const longest = 31

export interface Asker extends Pick<Visit, 'tenant'> {
  services: { now: () => number }
}

interface Wanted {
  variantId: string
  quantity: number | undefined
  durationMinutes: number | undefined
  personId?: string | undefined
  channel: string | undefined
}

/** Shows strangers no resource and no reason. */
export const publicSlot = (
  { startsAt, endsAt, status, remaining }: Slot,
  { offer, timeZone, quantity, page }: { offer: Offer; timeZone: string; quantity: number; page: Page | null },
): PublicSlot => ({
  startsAt,
  endsAt,
  status: status === 'unavailable' ? 'full' : status,
  ...(page?.showsRemaining && { remaining: status === 'full' ? 0 : remaining }),
  price: totalFor(offer, { startsAt, endsAt, timeZone }, quantity),
})

const asked = ({ variantId, quantity, durationMinutes, personId }: Wanted, { channelId }: Page) => ({
  variantId,
  channelId,
  ...(quantity && { quantity }),
  ...(durationMinutes && { durationMinutes }),
  ...(personId && { resourceIds: [personId] }),
})

export const publicSlots = async (
  db: Transaction,
  { tenant, services }: Asker,
  { from, to, ...wanted }: Wanted & { from: Moment; to: Moment },
): Promise<readonly PublicSlot[]> => {
  const range = rangeOf({ from, to }, { tenant }, longest)
  const { variantId, durationMinutes } = wanted
  const [page, offer, snapshot] = await Promise.all([
    findSold(db, tenant.id, wanted),
    loadOffer(db, tenant.id, variantId),
    loadSnapshot(db, tenant.id, {
      ...{ variantIds: [variantId], ...range, durationMinutes },
      ...{ now: services.now(), isAnonymous: true },
    }),
  ])
  // A resource booked as a whole counts once, whatever its capacity.
  const countsBookings = page.showsRemaining && offer.capacityMode === 'exclusive'
  const slots = createEngine(snapshot)
    .ask(asked(wanted, page))
    .slots(range.from, range.to, { includeFull: true, countsBookings })
  const quantity = wanted.quantity ?? offer.minQuantity
  return requireFewer(slots).map(slot => publicSlot(slot, { offer, timeZone: tenant.timeZone, quantity, page }))
}

export const publicDays = async (
  db: Transaction,
  { tenant, services }: Asker,
  { month, ...wanted }: Wanted & { month: string },
): Promise<PublicDay[]> => {
  const { variantId, durationMinutes } = wanted
  const first = `${month}-01`
  const [page, snapshot] = await Promise.all([
    findSold(db, tenant.id, wanted),
    loadSnapshot(db, tenant.id, {
      variantIds: [variantId],
      from: millisOf({ date: first }, tenant.timeZone),
      to: zoneOf(tenant.timeZone).startOfDay(parseLocalDate(first) + 31),
      ...{ durationMinutes, now: services.now(), isAnonymous: true },
    }),
  ])
  const days = createEngine(snapshot).ask(asked(wanted, page)).days(month)
  return days.map(({ date, status, slotCount }) => ({ date, status, slotCount }))
}

/** One year ahead. */
export const publicNext = async (
  db: Transaction,
  { tenant, services }: Asker,
  { after, ...wanted }: Wanted & { after: string },
): Promise<{ date: string | null }> => {
  const zone = zoneOf(tenant.timeZone)
  const { channelId } = await findSold(db, tenant.id, wanted)
  const { variantId, quantity, durationMinutes, personId } = wanted
  const { slots } = await nextAvailable(db, tenant.id, {
    ...{ variantId, channelId, quantity, durationMinutes, resourceId: personId },
    ...{ after: zone.startOfDay(parseLocalDate(after) + 1), count: 1, now: services.now() },
  })
  const [slot] = slots
  return { date: slot ? formatLocalDate(zone.dayOf(Date.parse(slot.startsAt))) : null }
}
