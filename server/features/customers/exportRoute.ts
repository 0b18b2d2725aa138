import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { formatInstant } from '../../../src/declare'
import { bookings } from '../../../src/resources/bookings'
import { type Customer, customers } from '../../../src/resources/customers'
import { type Demand, demand } from '../../../src/resources/demand'
import {
  findRecord,
  implement,
  inLine,
  listRecords,
  noteAction,
  Reply,
  readAuditLog,
  scopeOf,
  type UnitOfWork,
} from '../../serve'
import { answeredBooking, bookingScope } from '../bookings/bookingScope'
import { demandHooks } from '../demand/demandHooks'
import { mergedInto } from './mergedInto'

const { maxExported } = calls.customers

export const exportRoute = implement(calls.customers.exportFile, async request => {
  const { params, caller, services } = request
  const tenantId = caller.tenant.id
  const read = async (unit: UnitOfWork) => {
    const { db } = unit
    const customer = await findRecord(db, scopeOf(customers, {}, request), params.id)
    const scope = bookingScope(request, [sql<boolean>`bookings.customer_id = ${params.id}`])
    const { records } = await listRecords(work => work(db), scope, { page: 1, perPage: maxExported })
    const page = { page: 1, perPage: maxExported, sort: [{ field: 'at', isReversed: true }] }
    const { records: wishes } = await listRecords(work => work(db), scopeOf(demand, demandHooks, request), page, [
      sql`demand.customer_id = ${params.id}`,
    ])
    const people = [params.id, ...(await mergedInto(db, tenantId, [params.id]))]
    const concerns = sql<boolean>`tenant_id = ${tenantId} and (
      entity_type = ${customers.name} and entity_id = any(${people})
      or entity_type = ${bookings.name} and entity_id = any(${records.map(({ id }) => id)})
      or entity_type = ${demand.name} and entity_id = any(${wishes.map(({ id }) => id)}))`
    const reader = { role: caller.role, resources: services.resources }
    const history = await readAuditLog(db, concerns, { limit: maxExported, reader })
    const changes = { bookings: { from: null, to: records.length } }
    noteAction(unit, { action: 'exported', resource: customers, record: customer, label: customer.name, changes })
    return {
      exportedAt: formatInstant(services.now()),
      customer: customer as Customer,
      bookings: records.map(record => answeredBooking(request, record)),
      demand: wishes as Demand[],
      history,
    }
  }
  const body = await inLine('export', request.caller, () => request.write(read))
  return new Reply(body, { 'Content-Disposition': `attachment; filename="customer-${params.id}.json"` })
})
