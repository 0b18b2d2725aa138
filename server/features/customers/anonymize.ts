import { sql } from 'kysely'
import { bookingSeries } from '../../../src/resources/bookingSeries'
import { bookings } from '../../../src/resources/bookings'
import { customers } from '../../../src/resources/customers'
import { waitlistEntries } from '../../../src/resources/waitlistEntries'
import { forgetInAuditLog } from '../../crud/audit/forgetInAuditLog'
import type { ActionsOf } from '../../crud/hooks'
import { updateRecords } from '../../crud/write'
import { toRow } from '../../db/rows'
import { refusal } from '../../http/problem'
import { forgetMails } from '../notifications/forgetMails'
import { cancelEntriesOf } from '../waitlist/ofCustomer'
import {
  forgottenNotes,
  forgottenPerson,
  forgottenSeries,
  forgottenWishes,
  noAnswers,
  noAnswersOrName,
} from './forgotten'
import { mergedInto } from './mergedInto'

/**
 * Removes personal data from a customer and from the notes of their bookings; bookings and figures stay.
 * @throws Problem `in_use` while the customer has upcoming bookings
 */
export const anonymizeCustomer: ActionsOf<typeof customers>['anonymize'] = async ({
  unit,
  scope,
  request,
  record: before,
}) => {
  const { db } = unit
  const { id } = before
  const tenantId = request.caller.tenant.id
  const now = new Date(request.services.now()).toISOString()
  await cancelEntriesOf(unit, request, id)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from bookings where tenant_id = ${tenantId} and customer_id = ${id} and ends_at > ${now}
    and (status in ('pending', 'confirmed') or status = 'held' and hold_expires_at > ${now})`.execute(db)
  const toCome = rows[0]?.count ?? 0
  if (toCome > 0)
    throw refusal('in_use', 'refusal.customerToCome', { count: toCome }, { extensions: { bookingCount: toCome } })
  const booked = await db
    .updateTable('bookings')
    .set({ ...toRow(bookings, forgottenNotes), ...noAnswersOrName })
    .where('tenantId', '=', tenantId)
    .where('customerId', '=', id)
    .returning('id')
    .execute()
  const repeated = await db
    .updateTable('bookingSeries')
    .set({ ...toRow(bookingSeries, forgottenSeries), ...noAnswers })
    .where('tenantId', '=', tenantId)
    .where('customerId', '=', id)
    .returning('id')
    .execute()
  const waited = await db
    .updateTable('waitlistEntries')
    .set(toRow(waitlistEntries, forgottenWishes))
    .where('tenantId', '=', tenantId)
    .where('customerId', '=', id)
    .returning('id')
    .execute()
  forgetInAuditLog(
    unit,
    waitlistEntries.name,
    waited.map(entry => String(entry.id)),
  )
  forgetInAuditLog(unit, customers.name, [id, ...(await mergedInto(db, tenantId, [id]))])
  forgetInAuditLog(
    unit,
    bookings.name,
    booked.map(booking => String(booking.id)),
  )
  forgetInAuditLog(
    unit,
    bookingSeries.name,
    repeated.map(series => String(series.id)),
  )
  await forgetMails(db, tenantId, [id])
  const [after] = await updateRecords(unit, scope, [before], {
    ...forgottenPerson,
    anonymizedAt: now,
  })
  return after ?? before
}
