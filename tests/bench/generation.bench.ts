import { openBusiness, week } from '../api/features/support/business'
import { type Bench, type Measurement, timed } from './support/measurement'
import { headersOf, onPostgres } from './support/onDatabases'

const now = Date.UTC(2026, 11, 28)
const rounds = 5

/**
 * What the peer does: rows that nobody compared with anything, written by a superuser into the same table with the same keys. Its
 * ids are made in the statement too, since the column's own default, a function called for each row, takes most of the time.
 */
const plainInsert = `
  insert into timeslots (tenant_id, id, schedule_id, starts_at, ends_at, capacity, origin)
  select $1, (lpad(to_hex(1798761600000 + n / 4096), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0')
      || substr(gen_random_uuid()::text, 20))::uuid,
    $2, timestamptz '2027-01-01' + n * $3::interval, timestamptz '2027-01-01' + (n + 1) * $3::interval, 12, 'generated'
  from generate_series(0, $4::int - 1) as n`
const plainDelete = 'delete from timeslots where tenant_id = $1 and schedule_id = $2'

/** `POST /schedules/{id}/generate` of a year, its answer included, beside a plain `INSERT … SELECT` of as many rows. */
export default {
  title: 'Generating timeslots on PostgreSQL',
  run: () =>
    onPostgres({ users: null, now: () => now }, async ({ api, server }) => {
      const business = await openBusiness(api)
      const headers = await headersOf(api, business)
      const measure = async (label: string, minutes: number, to: string, onExisting?: string): Promise<Measurement> => {
        const body = { from: '2027-01-01', to, slotDurationMinutes: minutes, capacity: 12 }
        const rates: { ours: number; plain: number }[] = []
        for (let round = 0; round < rounds; round++) {
          const hours = { weeklyHours: week([1, 2, 3, 4, 5, 6, 7], '00:00', '24:00') }
          const [scheduleId, plainId] = [await business.addSchedule(hours), await business.addSchedule(hours)]
          const url = `/schedules/${scheduleId}/generate`
          if (onExisting) await server.post(url, headers, { ...body, capacity: 6 })
          let created = 0
          const ours = await timed(async () => {
            const change = { ...body, ...(onExisting && { onExisting }) }
            created = (await server.post<{ created: number }>(url, headers, change)).created
          })
          const values = [business.tenantId, plainId, `${minutes} minutes`, created]
          const plain = await timed(async () => {
            if (onExisting) await api.owner.query(plainDelete, [business.tenantId, scheduleId])
            await api.owner.query(plainInsert, values)
          })
          rates.push({ ours: (created / ours) * 1000, plain: (created / plain) * 1000 })
          await api.owner.query('delete from timeslots')
          await api.owner.query('vacuum analyze timeslots')
        }
        const [middle] = rates.sort((a, b) => a.ours / a.plain - b.ours / b.plain).slice(Math.floor(rounds / 2))
        if (!middle) throw new Error('Nothing was measured.')
        return {
          what: label,
          figure: middle.ours,
          unit: 'rows/s',
          against: { what: `plain ${onExisting ? 'DELETE and ' : ''}INSERT … SELECT`, figure: middle.plain },
          aim: '≥ 0.7 ×',
        }
      }
      return [
        await measure('a year of quarters of an hour: 35,040', 15, '2027-12-31'),
        await measure('a month of quarters of an hour: 2,972', 15, '2027-01-31'),
        await measure('a year replaced: as many deleted as made', 15, '2027-12-31', 'replace_unbooked'),
      ]
    }),
} satisfies Bench
