import { sql } from 'kysely'
import type { customers } from '../../../src/resources/customers'
import { type ActionsOf, refusal, updateRecords } from '../../serve'
import { cancelEntriesOf } from '../waitlist/ofCustomer'
import { forgetTraces, forgottenPerson } from './forgotten'

/** @throws Problem `in_use` while bookings are upcoming */
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
  await forgetTraces(unit, tenantId, [before])
  const [after] = await updateRecords(unit, scope, [before], {
    ...forgottenPerson,
    anonymizedAt: now,
  })
  return after ?? before
}
