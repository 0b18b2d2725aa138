import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { actionSegment } from '../../../src/declare'
import { bookings } from '../../../src/resources/bookings'
import { concluded, entryAt, type WaitlistOffer, withoutOffer } from '../../../src/resources/waitlistActions'
import { waitlistEntries } from '../../../src/resources/waitlistEntries'
import { type ActionCall, type ActionsOf, actionsFor, noteAction, type ResourceHooks, refusal } from '../../serve'
import { confirm } from '../bookings/actions'
import { wrongInConfirming } from '../bookings/alsoWrong'
import { alsoTell, announceNoted, findBooking, requireOwn } from '../bookings/bookingScope'
import { requireTime } from '../bookings/requireTime'
import { orAlternatives } from '../bookings/slotUnavailable'
import { tellCustomer } from '../notifications/tellCustomer'
import { cancelEntry } from './cancelEntry'
import { type EntryRecord, entriesHooks, findEntry, type LockedEntry, saveEntry } from './entryScope'
import { offerAtEnd } from './freedTime'
import { makeOffer } from './makeOffer'
import { endHold, goneOnWaiting } from './offerOutcome'
import { requireRoomOnList } from './requireEntry'

type Actions = ActionsOf<typeof waitlistEntries>
type InputOf<N extends keyof Actions> = Parameters<Actions[N]>[0]['input']

const isOutOfTurn = async ({ unit, request, now: { id, variantId, joinedAt } }: LockedEntry): Promise<boolean> => {
  const { rows } = await sql`
    select from waitlist_entries as earlier, waitlist_entries as own
    where own.tenant_id = ${request.caller.tenant.id} and own.id = ${id} and earlier.tenant_id = own.tenant_id
    and earlier.variant_id = ${variantId} and earlier.status = 'waiting'
    and (earlier.joined_at, earlier.id) < (${joinedAt}, own.id) and earlier.wanted && own.wanted limit 1`.execute(
    unit.db,
  )
  return rows.length > 0
}

/** waiting → offered, also out of turn or at another time */
const offer = async (entry: LockedEntry, input: InputOf<'offer'>): Promise<EntryRecord> => {
  const { unit, request } = entry
  requireTime(input, request.services.now())
  const after = await makeOffer(entry, {
    startsAt: Date.parse(input.startsAt),
    endsAt: input.endsAt === null ? null : Date.parse(input.endsAt),
    resourceIds: input.resourceIds,
    minutes: input.expiresInMinutes,
    override: input.override,
    reason: input.reason,
    madeBy: request.caller.userId,
    notify: input.notify,
  })
  if (after.bookingId) alsoTell(request, bookings.name, after.bookingId)
  if (await isOutOfTurn(entry))
    noteAction(unit, {
      ...{ action: 'updated', resource: waitlistEntries, record: after, label: after.customerName },
      changes: { outOfTurn: { from: null, to: true } },
    })
  return after
}

/** @throws Problem `forbidden` in a foreign calendar */
const lastOffer = ({ request, now: { offers } }: LockedEntry): WaitlistOffer => {
  const offer = offers.at(-1)
  if (!offer) throw refusal('wrong_status', 'refusal.entryStatus')
  requireOwn(request, offer.resourceIds)
  return offer
}

/** offered → converted; after the offer's end only if the place is still free */
const accept = async (entry: LockedEntry, input: InputOf<'accept'>): Promise<EntryRecord> => {
  const { unit, request, stored, now } = entry
  const { bookingId } = lastOffer(entry)
  const before = await findBooking(unit.db, request, bookingId, { lock: true })
  // Cancelled meanwhile.
  if (before.status !== 'held' && before.status !== 'expired') throw wrongStatus(now, 'accept')
  if (input.notify) tellCustomer(unit.db, bookingId)
  await confirm({ unit, request, before }, input)
  alsoTell(request, bookings.name, bookingId)
  return stored
}

/** offered → waiting or cancelled */
const decline = async (entry: LockedEntry, { leave, reason }: InputOf<'decline'>): Promise<EntryRecord> => {
  lastOffer(entry)
  await endHold(entry, { by: 'customer', reason })
  if (leave)
    return saveEntry(entry, { ...withoutOffer, status: 'cancelled', offers: concluded(entry.now.offers, 'declined') })
  const after = await saveEntry(entry, goneOnWaiting(entry, 'declined'))
  await offerAtEnd(entry.unit, entry.request, after)
  return after
}

/** offered → waiting; the place goes to the next in line */
const withdraw = async (entry: LockedEntry, { reason }: InputOf<'withdraw'>): Promise<EntryRecord> => {
  lastOffer(entry)
  await endHold(entry, { by: 'staff', reason })
  const after = await saveEntry(entry, goneOnWaiting(entry, 'withdrawn'))
  await offerAtEnd(entry.unit, entry.request, after)
  return after
}

/** cancelled, expired → waiting, at the old place in the line */
const restore = async (entry: LockedEntry): Promise<EntryRecord> => {
  const { unit, request, now } = entry
  await requireRoomOnList(unit.db, request, now)
  const after = await saveEntry(entry, { ...withoutOffer, status: 'waiting', missedOfferCount: 0, passedOverCount: 0 })
  await offerAtEnd(unit, request, after)
  return after
}

const on =
  <I>(work: (entry: LockedEntry, input: I) => Promise<EntryRecord>) =>
  ({ unit, request, record, input }: ActionCall<I, typeof waitlistEntries>) => {
    const stored = record as EntryRecord
    alsoTell(request, waitlistEntries.name, stored.id)
    return work({ unit, request, stored, now: entryAt(stored, request.services.now()) }, input)
  }

const wrongStatus = ({ status }: EntryRecord, name: string) =>
  refusal(
    'wrong_status',
    'refusal.entryStatus',
    {},
    { extensions: { entryStatus: status, action: actionSegment(name) } },
  )

export const entryActionsHooks: ResourceHooks = {
  ...entriesHooks,
  // Actions of bookings lock the booking first, too.
  lockFirst: async ({ db, caller }, _, ids) => {
    await sql`select from bookings where tenant_id = ${caller.tenant?.id} and waitlist_entry_id = any(${ids}::uuid[])
      and status = 'held' order by id for update`.execute(db)
  },
  at: (record, now) => entryAt(record as EntryRecord, now),
  actions: actionsFor(waitlistEntries, {
    offer: on(offer),
    accept: on(accept),
    decline: on(decline),
    withdraw: on(withdraw),
    restore: on(restore),
    cancel: on((entry, { reason }: InputOf<'cancel'>) => {
      if (entry.now.status === 'offered') lastOffer(entry)
      return cancelEntry(entry, reason)
    }),
  }),
  actionBodies: { accept: calls.bookings.withAnswers },
  actionsAlsoWrong: { accept: wrongInConfirming(findEntry) },
  aroundAction: async (request, work) => {
    const { id } = await orAlternatives({ work, read: request.read })
    announceNoted(request)
    return request.read(db => findEntry(db, request, id))
  },
  notOffered: (record, { name }, now) => wrongStatus(entryAt(record as EntryRecord, now), name),
}
