import { randomUUID } from 'node:crypto'
import { calls } from '../../../src/calls'
import { type BulkResult, isOffered } from '../../../src/declare'
import { bookingActions } from '../../../src/resources/bookingActions'
import { failing, judge, nearestTo, standingBookings } from '../../../src/scheduling'
import { attemptEach, implement, Problem, type RequestOf, requireVersion, scopeMissing } from '../../serve'
import { loadSides, nearby, overridesOf } from '../availability/affected'
import { loadSetup } from '../availability/loadSetup'
import { lacksScope } from '../caller'
import { releaseMails } from '../notifications/planMails'
import { tellCustomer } from '../notifications/tellCustomer'
import { slotUnavailable } from '../problemCodes'
import { cancel, reassign, reschedule } from './actions'
import { announce, type BookingRecord, bookingScope, findBooking } from './bookingScope'
import { type Held, saveBooking } from './changeBooking'
import { notOffered, requireAction } from './requireAction'
import { asProblem } from './slotUnavailable'
import { partsInLine } from './visits/partsInLine'

type Decision = Omit<RequestOf<typeof calls.bookings.bulk>['body'], 'ids' | 'moves'>
type Move = NonNullable<RequestOf<typeof calls.bookings.bulk>['body']['moves']>[number]

const failureOf = async ({ unit, request, before }: Held) => {
  const { tenantId, resourceIds, startsAt, endsAt } = before
  const now = request.services.now()
  const setup = await loadSetup(unit.db, tenantId, { subject: { whole: true } })
  const start = Date.parse(startsAt)
  const { after: snapshot } = await loadSides(unit.db, {
    ...{ tenantId, before: setup, after: setup, now },
    concerned: { variantIds: new Set([before.variantId]), resourceIds: new Set(resourceIds) },
    from: Math.min(start, now) - nearby,
    to: Math.max(Date.parse(endsAt), now) + nearby,
  })
  const standing = standingBookings(snapshot).find(({ first }) => first.bookingId === before.id)
  const failed = standing && failing({ before: snapshot, after: snapshot }, standing)
  const found = failed && judge(failed, await overridesOf(unit.db, tenantId, [failed]))
  return found ? { snapshot, found } : null
}

const keep = async (held: Held, reason: string | null): Promise<BookingRecord> => {
  const { before, request } = held
  const now = request.services.now()
  if (!isOffered(bookingActions.reassign, before, now)) throw notOffered(before, { name: 'keep', isUndo: false }, now)
  const { reasons = [] } = (await failureOf(held))?.found ?? {}
  if (reasons.length === 0) return before
  const failing = new Map(
    reasons.map(({ code, ruleId }) => [`${code} ${ruleId}`, { code, ruleId, reason: reason ?? '' }]),
  )
  return saveBooking(held, {}, { overrides: JSON.stringify([...(before.overrides ?? []), ...failing.values()]) })
}

const moveToNearest = async (held: Held, reason: string | null): Promise<BookingRecord> => {
  requireAction(held, 'reschedule')
  const outside = await failureOf(held)
  if (!outside) return held.before
  const { unit, request, before } = held
  const parts = await partsInLine(unit.db, before.tenantId, [before.id], request.services.now())
  const nearest = nearestTo(outside.snapshot, outside.found.booking, parts)
  if (!nearest) throw new Problem(slotUnavailable, 'Nothing is free within 14 days.')
  const { startsAt } = nearest
  const place = { startsAt, endsAt: null, resourceIds: [], anyResource: true }
  return reschedule(held, { ...place, reprice: false, override: false, reason, notify: false })
}

const moveAsShown = async (
  held: Held,
  { version, startsAt, endsAt, resourceIds }: Omit<Move, 'id'>,
  reason: string | null,
): Promise<BookingRecord> => {
  const { unit, request, before } = held
  await requireVersion(unit.db, bookingScope(request), before, `"${version}"`)
  requireAction(held, 'reschedule')
  const place = { startsAt, endsAt, resourceIds: [...resourceIds], anyResource: false }
  return reschedule(held, { ...place, reprice: false, override: false, reason, notify: false })
}

const decide = (
  held: Held,
  { action, reason, resourceIds }: Decision,
  move: Omit<Move, 'id'> | undefined,
): Promise<BookingRecord> => {
  if (action === 'keep') return keep(held, reason)
  if (move) return moveAsShown(held, move, reason)
  if (action === 'move') return moveToNearest(held, reason)
  requireAction(held, action)
  if (action === 'cancel') return cancel(held, { reason, by: 'staff' })
  return reassign(held, { resourceIds, override: false, reason, notify: false })
}

const vias = { keep: 'keep', move: 'reschedule', reassign: 'reassign', cancel: 'cancel' } as const

export const bulkRoute = implement(calls.bookings.bulk, async request => {
  const { ids, moves, ...decision } = request.body
  const places = new Map(moves?.map(({ id, ...place }) => [id, place]))
  if (decision.action === 'keep' && lacksScope(request.caller, 'bookings.override'))
    throw scopeMissing(['bookings.override'])
  const batchId = randomUUID()
  const one = async (id: string): Promise<BulkResult[]> => {
    const told = await request.write(unit => {
      unit.via = vias[decision.action]
      unit.reason = decision.reason
      return attemptEach(unit, bookingScope(request), [id], async () => {
        const before = await findBooking(unit.db, request, id, { lock: true })
        if (decision.notify) tellCustomer(unit.db, id, { batchId })
        await decide({ unit, request, before }, decision, places.get(id)).catch(error => {
          throw asProblem(error)
        })
      })
    }, id)
    if (told.some(({ ok }) => ok) && !request.isRepeated()) announce(request, id)
    return told
  }
  const results: BulkResult[] = []
  for (const id of ids) results.push(...(await one(id)))
  if (decision.notify) await request.write(async unit => releaseMails(unit, request.caller.tenant.id, batchId), 'mails')
  return results
})
