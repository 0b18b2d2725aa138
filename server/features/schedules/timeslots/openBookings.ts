import { sql } from 'kysely'
import { formatInstant } from '../../../../src/declare'
import { bookings } from '../../../../src/resources/bookings'
import { Problem, type Transaction } from '../../../serve'
import { timeslotBooked } from '../../problemCodes'
import { isTaking, longestRunDays } from './timeslotsHooks'

interface OpenBooking {
  id: string
  name: string
}

interface Question {
  tenantId: string
  scheduleId: string
  timeslotIds: readonly string[]
  now: number
}

export const findOpen = async (
  db: Transaction,
  { tenantId, scheduleId, timeslotIds, now }: Question,
): Promise<OpenBooking[]> => {
  const { rows } = await sql<OpenBooking>`
    select distinct bookings.id, concat_ws(' · ', bookings.reference, customers.name) as name
    from timeslots
    join timeslots as first on first.tenant_id = timeslots.tenant_id and first.schedule_id = timeslots.schedule_id
      and first.starts_at <= timeslots.starts_at
      and first.starts_at > timeslots.starts_at - make_interval(days => ${sql.lit(longestRunDays)})
    join allocations on allocations.tenant_id = first.tenant_id and allocations.timeslot_id = first.id
      and allocations.ends_at > timeslots.starts_at and ${isTaking}
    join bookings on bookings.tenant_id = allocations.tenant_id and bookings.id = allocations.booking_id
    left join customers on customers.tenant_id = bookings.tenant_id and customers.id = bookings.customer_id
    where timeslots.tenant_id = ${tenantId} and timeslots.schedule_id = ${scheduleId}
      and timeslots.id = any(${timeslotIds}::uuid[])
      and bookings.status in ('held', 'pending', 'confirmed') and bookings.ends_at > ${formatInstant(now)}
    order by bookings.id`.execute(db)
  return rows
}

const shown = 20

export const refuseBooked = (open: readonly OpenBooking[]): Problem => {
  const count = open.length
  const stand = count === 1 ? '1 booking stands' : `${count} bookings stand`
  return new Problem(timeslotBooked, `${stand} on it: say with \`bookings\` whether to keep or cancel them.`, {
    extensions: {
      usedBy: [
        {
          resource: bookings.name,
          count,
          records: open.slice(0, shown).map(({ id, name }) => ({ id, name, params: {} })),
        },
      ],
    },
  })
}
