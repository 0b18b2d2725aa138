import { type AnyResource, type Fields, sameValue } from '../../../../src/declare'
import { bookings } from '../../../../src/resources/bookings'
import { visits } from '../../../../src/resources/visits'
import { type ApiRecord, beyondRows, findRecords, noteEvent, type UnitOfWork, updateRecords } from '../../../serve'
import { beyondOwn, completesByItself } from '../../caller'
import type { MemberRequest } from '../bookingScope'
import { isGone, toBooking } from '../bookingState'
import { visitScope } from './visitColumns'
import { wholeVisit } from './wholeVisit'

const stored = Object.entries((visits as AnyResource).fields as Fields).flatMap(([name, { computed }]) =>
  computed ? [] : [name],
)

const changesOf = ({ changes }: UnitOfWork, id: string) =>
  changes.filter(({ resource, before, after }) => resource.name === visits.name && (before ?? after)?.id === id)

const hasStood = ({ changes, now }: UnitOfWork, id: string): boolean =>
  changes.some(({ resource, before }) => {
    return resource.name === bookings.name && before?.visitId === id && !isGone(toBooking(before, now))
  })

const previousOf = (unit: UnitOfWork, id: string): Record<string, unknown> => {
  const own = changesOf(unit, id)
  const [before, after] = [own[0]?.before, own.at(-1)?.after]
  if (!before || !after) return {}
  const changed = stored.filter(name => !sameValue(before[name] ?? null, after[name] ?? null))
  return Object.fromEntries(changed.map(name => [name, before[name] ?? null]))
}

/** An existing visit is cancelled once its last standing part is gone. */
export const visitEvent = (
  visit: ApiRecord & { partCount: number },
  { isNew = false, stood = true }: { isNew?: boolean; stood?: boolean },
): Parameters<typeof noteEvent>[1] => {
  const type = isNew ? 'created' : visit.partCount === 0 && stood ? 'cancelled' : 'updated'
  return { type: `visit.${type}`, subjectType: 'visit', subjectId: visit.id, data: visit }
}

/** A changed part changes the visit, which the caller may not see whole. */
const raise = async (unit: UnitOfWork, request: MemberRequest, id: string): Promise<void> => {
  const scope = visitScope(beyondOwn(request))
  const whole = { ...unit, db: beyondRows(unit.db) }
  const found = await findRecords(whole.db, scope, [id], { lock: true })
  for (const visit of found) await updateRecords(whole, scope, [visit], { icalSequence: visit.icalSequence + 1 })
}

const tell = async (unit: UnitOfWork, request: MemberRequest, id: string): Promise<void> => {
  if (changesOf(unit, id).length === 0) await raise(unit, request, id)
  const tenantId = request.caller.tenant.id
  const clock = { now: unit.now, isAutoComplete: completesByItself(request.caller) }
  const visit = await wholeVisit(beyondRows(unit.db), { tenantId, id }, clock)
  if (!visit) return
  const isNew = changesOf(unit, id).some(change => !change.before)
  const event = visitEvent(visit as never, { isNew, stood: hasStood(unit, id) })
  noteEvent(unit, { ...event, tenantId, previous: isNew ? null : previousOf(unit, id) })
}

const telling = new WeakMap<UnitOfWork['atEnd'], Map<string, () => Promise<void>>>()

/** Writes one event per visit, at the end of the transaction. */
export const noteVisit = (unit: UnitOfWork, request: MemberRequest, id: string): void => {
  const known = telling.get(unit.atEnd) ?? new Map<string, () => Promise<void>>()
  telling.set(unit.atEnd, known)
  const before = known.get(id)
  // A refused record's work at the end is dropped.
  if (before && unit.atEnd.includes(before)) return
  const work = () => tell(unit, request, id)
  known.set(id, work)
  unit.atEnd.push(work)
}
