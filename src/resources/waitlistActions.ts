import { flag, instant, integer, type ResourceRef, references, transition } from '../declare'
import { checkGiven, checkSilent, customer, details } from './bookingActions'
import { notify, override, reason, tellsByDefault, time, unavailable } from './bookingInputs'
import { type InstantInput, toMillis } from './instants'
import { bookableResources } from './resources'

/** So many unanswered offers end an entry. */
export const mostMissed = 3

/** In minutes. */
export const longestOffer = 2880

const stands = integer({
  min: 1,
  max: longestOffer,
  label: 'Stands for (minutes)',
  help: 'As long as the tenant’s offers unless given, and never beyond the start.',
})
const leave = flag({ label: 'Leave the list', help: 'Otherwise they go on waiting for another time.' })

export interface WaitlistOffer {
  bookingId: string
  startsAt: string
  endsAt: string
  resourceIds: readonly string[]
  offeredAt: string
  expiresAt: string
  outcome: 'open' | 'accepted' | 'declined' | 'expired' | 'withdrawn'
  isManual: boolean
}

/** Members that change with time. */
export interface WaitlistState {
  status: 'waiting' | 'offered' | 'converted' | 'expired' | 'cancelled'
  windows: readonly { startsAt: InstantInput; endsAt: InstantInput }[]
  bookingId: string | null
  offerExpiresAt: string | null
  offeredStartsAt: string | null
  offeredEndsAt: string | null
  missedOfferCount: number
  offers: readonly WaitlistOffer[]
}

/** Epoch ms. */
export const waitsUntil = ({ windows }: Pick<WaitlistState, 'windows'>): number =>
  Math.max(...windows.map(({ endsAt }) => toMillis(endsAt)))

export const withoutOffer = {
  bookingId: null,
  offerExpiresAt: null,
  offeredStartsAt: null,
  offeredEndsAt: null,
} as const

export const concluded = (
  offers: readonly WaitlistOffer[],
  outcome: Exclude<WaitlistOffer['outcome'], 'open'>,
): WaitlistOffer[] => offers.map(offer => (offer.outcome === 'open' ? { ...offer, outcome } : offer))

/** At `now` (epoch ms), offers and windows may have ended. */
export const entryAt = <E extends WaitlistState>(entry: E, now: number): E => {
  const isMissed = entry.status === 'offered' && entry.offerExpiresAt !== null && toMillis(entry.offerExpiresAt) <= now
  const missedOfferCount = entry.missedOfferCount + (isMissed ? 1 : 0)
  const left: E = isMissed
    ? {
        ...entry,
        ...withoutOffer,
        status: missedOfferCount >= mostMissed ? 'expired' : 'waiting',
        missedOfferCount,
        offers: concluded(entry.offers, 'expired'),
      }
    : entry
  return left.status === 'waiting' && waitsUntil(left) <= now ? { ...left, status: 'expired' } : left
}

/** Can be accepted while its place is free. */
const isLate = ({ offers }: WaitlistState): boolean => offers.at(-1)?.outcome === 'expired'

const told = { notify: (_entry: unknown, tenant: Parameters<typeof tellsByDefault>[0]) => tellsByDefault(tenant) }
const silent = { input: { reason, notify }, form: {}, check: checkSilent }

/** See docs/domain.md#waitlist. */
export const waitlistActions = {
  offer: transition(
    'status',
    { from: ['waiting'], to: 'offered' },
    {
      label: 'Offer a place',
      done: 'Offered',
      isCoded: true,
      input: {
        ...time,
        resourceIds: references((): ResourceRef => bookableResources, {
          max: 100,
          help: 'Pinned: these and no others.',
        }),
        expiresInMinutes: stands,
        override,
        reason,
        notify,
      },
      form: {
        startsAt: instant({ required: true, label: 'Starts' }),
        expiresInMinutes: stands,
        override: flag({ label: 'Set rules aside', help: 'With a reason; never capacity.' }),
        reason,
        notify,
      },
      starts: told,
      check: checkGiven,
      docs: {
        operationId: 'offerPlace',
        summary: 'Offer a place to somebody who waits',
        description: `Also out of turn, and at a time they did not ask for. ${unavailable}`,
      },
    },
  ),
  accept: transition(
    'status',
    // Late answers count while the place is free.
    { from: ['offered', 'waiting', 'expired'], to: 'converted' },
    {
      label: 'Accept',
      done: 'Accepted',
      isCoded: true,
      offered: (entry: WaitlistState) => entry.status === 'offered' || isLate(entry),
      input: { ...customer, ...details, override, reason, notify },
      form: { notify },
      starts: told,
      check: checkGiven,
      docs: {
        operationId: 'acceptOffer',
        summary: 'Make a booking of an offer',
        description: `An offer that ran out can be accepted as long as nobody took its place. ${unavailable}`,
      },
    },
  ),
  decline: transition(
    'status',
    { from: ['offered'], to: 'waiting' },
    {
      label: 'Decline',
      done: 'Declined',
      isCoded: true,
      input: { leave, reason, notify },
      form: { leave, reason },
      check: checkSilent,
      docs: { operationId: 'declineOffer', summary: 'Refuse an offer; the place is free at once' },
    },
  ),
  withdraw: transition(
    'status',
    { from: ['offered'], to: 'waiting' },
    {
      label: 'Withdraw the offer',
      done: 'Offer withdrawn',
      isCoded: true,
      ...silent,
      form: { reason },
      dismiss: 'Keep it',
      docs: {
        operationId: 'withdrawOffer',
        summary: 'Take an offer back; its place is free at once, and they go on waiting',
      },
    },
  ),
  restore: transition(
    'status',
    { from: ['cancelled', 'expired'], to: 'waiting' },
    {
      label: 'Put back',
      done: 'Put back on the list',
      isCoded: true,
      offered: (entry: WaitlistState, now: number) => waitsUntil(entry) > now,
      ...silent,
      docs: { operationId: 'restoreWaitlistEntry', summary: 'Put an entry back, at its old place in the line' },
    },
  ),
  cancel: transition(
    'status',
    { from: ['waiting', 'offered'], to: 'cancelled' },
    {
      label: 'Take off the list',
      done: 'Taken off the list',
      isCoded: true,
      ...silent,
      form: { reason },
      tone: 'danger',
      dismiss: 'Keep it',
      docs: { operationId: 'cancelWaitlistEntry', summary: 'End waiting; an offer goes with it' },
    },
  ),
}
