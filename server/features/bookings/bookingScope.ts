import { sql } from 'kysely'
import { formatInstant, isUuid } from '../../../src/declare'
import { bookings } from '../../../src/resources/bookings'
import { visits } from '../../../src/resources/visits'
import {
  type ApiRecord,
  all,
  type Condition,
  findRecord,
  findRecords,
  type listRecords,
  type MemberCaller,
  type ResourceHooks,
  refusal,
  rowsAllow,
  type Scope,
  type Services,
  scopeOf,
  type Transaction,
} from '../../serve'
import { completesByItself } from '../caller'
import { bookingColumns } from './bookingColumns'
import { type BookingRecord, bookingAt, toBooking } from './bookingState'
import { lockVisitsOf } from './visits/lockVisits'
import { noteVisit } from './visits/noteVisit'

export { type BookingRecord, isGone, toBooking } from './bookingState'

export interface MemberRequest {
  caller: MemberCaller
  services: Pick<Services, 'now' | 'resources' | 'live'>
  params: unknown
}

export interface ReadingRequest extends MemberRequest {
  read: Parameters<typeof listRecords>[0]
}

export const bookingScope = (request: MemberRequest, conditions: readonly Condition[] = []): Scope<typeof bookings> => {
  const visible = () => all(conditions)
  const after: ResourceHooks['after'] = async (unit, change) => {
    const { id, visitId }: Partial<ApiRecord> = change.after ?? change.before ?? {}
    if (!id || typeof visitId !== 'string') return
    noteVisit(unit, request, visitId)
    alsoTell(request, visits.name, visitId)
    alsoTell(request, bookings.name, id)
  }
  return scopeOf(bookings, { ...bookingColumns, visible, asAnswered, after }, request)
}

/** @throws Problem `forbidden` for bookings that the caller would not see */
export const requireOwn = ({ caller }: MemberRequest, resourceIds: readonly string[]): void => {
  if (rowsAllow(bookings, 'written', { resourceIds }, caller)) return
  throw refusal('forbidden', 'refusal.ownCalendar')
}

export const answeredBooking = ({ caller, services }: MemberRequest, record: ApiRecord): BookingRecord =>
  bookingAt(record, services.now(), completesByItself(caller))

export const asAnswered: ResourceHooks['asAnswered'] = (record, { caller, now }) =>
  bookingAt(record, now, completesByItself(caller))

export const findBooking = async (
  db: Transaction,
  request: MemberRequest,
  id: string,
  options: { lock?: boolean } = {},
): Promise<BookingRecord> => {
  if (options.lock && isUuid(id)) await lockVisitsOf(db, request.caller.tenant.id, [id])
  const record = await findRecord(db, bookingScope(request), id, options)
  return toBooking(record, request.services.now())
}

export const findBookings = async (
  db: Transaction,
  request: MemberRequest,
  ids: readonly string[],
  options: { lock?: boolean } = {},
): Promise<BookingRecord[]> => {
  const records = await findRecords(db, bookingScope(request), ids, options)
  return records
    .map(record => toBooking(record, request.services.now()))
    .sort((a, b) => (a.seriesIndex ?? 0) - (b.seriesIndex ?? 0))
}

const alsoChanged = new WeakMap<object, Map<string, Set<string>>>()

export const alsoTell = (request: MemberRequest, resource: string, id: string): void => {
  const all = alsoChanged.get(request) ?? new Map<string, Set<string>>()
  alsoChanged.set(request, all)
  all.set(resource, (all.get(resource) ?? new Set()).add(id))
}

/** Call it after the commit. */
export const announceNoted = (request: MemberRequest): void => {
  const { caller, services } = request
  for (const [resource, ids] of alsoChanged.get(request) ?? [])
    services.live.announce(caller.tenant.id, resource, [...ids])
  alsoChanged.delete(request)
}

export const announce = (request: MemberRequest, ...ids: string[]): void => {
  for (const id of ids) alsoTell(request, bookings.name, id)
  announceNoted(request)
}

export const hasStatus = ({ caller, services }: MemberRequest, statuses: readonly string[]): Condition => {
  const now = formatInstant(services.now())
  const ranOut = sql`bookings.hold_expires_at <= ${now}`
  const isOver = sql`bookings.ends_at <= ${now}`
  const autoComplete = completesByItself(caller)
  const moving = autoComplete ? ['held', 'confirmed'] : ['held']
  const plain = statuses.filter(status => !moving.includes(status))
  const is = (status: string) => statuses.includes(status)
  const ways = [
    sql`bookings.status = any(${plain})`,
    ...(is('held') ? [sql`bookings.status = 'held' and not ${ranOut}`] : []),
    ...(is('expired') ? [sql`bookings.status = 'held' and ${ranOut}`] : []),
    ...(autoComplete && is('confirmed') ? [sql`bookings.status = 'confirmed' and not ${isOver}`] : []),
    ...(autoComplete && is('completed') ? [sql`bookings.status = 'confirmed' and ${isOver}`] : []),
  ]
  return sql`(${sql.join(ways, sql` or `)})`
}
