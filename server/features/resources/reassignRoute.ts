import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { formatInstant } from '../../../src/declare'
import { bookableResources } from '../../../src/resources/resources'
import {
  attemptEach,
  findRecord,
  findRecords,
  implement,
  invalidField,
  listRecords,
  rehearsed,
  scopeOf,
} from '../../serve'
import { reassign } from '../bookings/actions'
import { takes } from '../bookings/bookingColumns'
import { announce, type BookingRecord, bookingScope, findBooking, hasStatus } from '../bookings/bookingScope'
import { missing } from '../bookings/checkAllocation'
import { requireAction } from '../bookings/requireAction'
import { asProblem } from '../bookings/slotUnavailable'
import { lockVisitsOf } from '../bookings/visits/lockVisits'
import { tellCustomer } from '../notifications/tellCustomer'
import { resourcesHooks } from './resourcesHooks'

const { maxReassigned } = calls.resources

export const reassignRoute = implement(calls.resources.reassign, async request => {
  const { params, body, services } = request
  const { toResourceId, from, to, override, reason, notify, dryRun } = body
  if (toResourceId === params.id) throw invalidField('toResourceId', 'validation.itself')
  const start = from ?? formatInstant(services.now())
  const conditions = [
    takes(sql`resources.id = ${params.id}`),
    hasStatus(request, ['held', 'pending', 'confirmed']),
    sql<boolean>`bookings.starts_at >= ${start}`,
    ...(to ? [sql<boolean>`bookings.starts_at < ${to}`] : []),
  ]
  const answer = await request.write(async unit => {
    const { db } = unit
    const resources = scopeOf(bookableResources, resourcesHooks, request)
    await findRecord(db, resources, params.id)
    if ((await findRecords(db, resources, [toResourceId])).length === 0) throw missing('toResourceId', 'resource')
    const { records, total } = await listRecords(work => work(db), bookingScope(request, conditions), {
      page: 1,
      perPage: maxReassigned,
      sort: [{ field: 'startsAt', isReversed: false }],
    })
    if (total > maxReassigned)
      throw invalidField('to', 'validation.tooManyBookings', { count: total, max: maxReassigned })
    unit.via = 'reassign'
    unit.reason = reason
    const found = records as BookingRecord[]
    const move = async (bookingId: string) => {
      const before = await findBooking(db, request, bookingId, { lock: true })
      const resourceIds = Array.from(
        new Set(before.resourceIds.map(each => (each === params.id ? toResourceId : each))),
      )
      if (resourceIds.length < before.resourceIds.length) throw invalidField('toResourceId', 'validation.takenAlready')
      requireAction({ unit, request, before }, 'reassign')
      if (notify) tellCustomer(db, bookingId)
      await reassign({ unit, request, before }, { resourceIds, override, reason, notify }).catch(error => {
        throw asProblem(error)
      })
    }
    const ids = found.map(({ id }) => id)
    const each = async () => {
      await lockVisitsOf(db, request.caller.tenant.id, ids)
      return attemptEach(unit, bookingScope(request), ids, move)
    }
    const results = new Map((dryRun ? await rehearsed(unit, each) : await each()).map(result => [result.id, result]))
    const told = found.map(({ id: bookingId, reference, startsAt, endsAt }) => {
      const { ok = false, code = null, detail = null, errors } = results.get(bookingId) ?? {}
      return { bookingId, reference, startsAt, endsAt, ok, code, detail: Object.values(errors ?? {})[0] ?? detail }
    })
    return { dryRun, movedCount: told.filter(({ ok }) => ok).length, bookings: told }
  })
  const moved = answer.bookings.flatMap(({ bookingId, ok }) => (ok ? [bookingId] : []))
  if (!dryRun && moved.length > 0) announce(request, ...moved)
  return answer
})
