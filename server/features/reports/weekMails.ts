import { sql } from 'kysely'
import { addDays, formatInstant, formatLocalDate, isoWeekday, MINUTE, periodStart } from '../../../src/declare'
import { zoneOf } from '../../../src/scheduling'
import type { Job } from '../../serve'
import { mailQueue } from '../notifications/rows'
import { systemRequest } from '../waitlist/systemRequest'
import { figuresOf } from './figures'
import { weekMail, weekMeasures } from './weekMail'

const [monday, seven] = [1, 7 * 60]

interface Reading {
  id: string
  name: string
  timeZone: string
  weekStartsOn: number
}

/** After 7 o'clock; null at other times. */
const mondayAt = (now: number, { timeZone }: Pick<Reading, 'timeZone'>): { day: number; from: number } | null => {
  const zone = zoneOf(timeZone)
  const day = zone.dayOf(now)
  const from = zone.at(day, seven)
  return isoWeekday(day) === monday && now >= from ? { day, from } : null
}

const unused = { catalogItemId: undefined, variantId: undefined, channelId: undefined, source: undefined }
const allResources = { resourceId: undefined, resourceTypeId: undefined, format: undefined }

const tellOwners = async (
  services: Parameters<Job['run']>[0],
  tenant: Reading,
  at: { day: number; from: number },
): Promise<number> => {
  const { database, site, alarm } = services
  const tenantId = tenant.id
  const request = await systemRequest(database, services, tenantId)
  if (!request) return 0
  const dueAt = formatInstant(at.from)
  const written = await database.run(
    { as: 'tenant', tenantId },
    async db => {
      const { rows: owners } = await sql<{ id: string; email: string; locale: string }>`
      select users.id, users.email, coalesce(users.locale, tenants.locale) as locale
      from memberships join users on users.id = memberships.user_id join tenants on tenants.id = memberships.tenant_id
      where memberships.tenant_id = ${tenantId} and memberships.role = 'owner' and memberships.is_active
      and users.is_active and memberships.week_mail and not exists (select from notifications as told
        where told.tenant_id = memberships.tenant_id and told.key = 'week_figures' and told.user_id = users.id
        and told.starts_at = ${dueAt}::timestamptz)`.execute(db)
      if (owners.length === 0) return 0
      const to = formatLocalDate(periodStart(at.day, 'week', tenant.weekStartsOn))
      const asked = { ...unused, ...allResources, groupBy: undefined }
      const period = { from: addDays(to, -7), to }
      const week = await figuresOf(db, request, {
        ...asked,
        ...period,
        measures: [...weekMeasures],
        compare: 'previous',
      })
      const following = { from: to, to: addDays(to, 7) }
      const { totals } = await figuresOf(db, request, {
        ...asked,
        ...following,
        measures: ['bookings'],
        compare: undefined,
      })
      const next = totals.figures.bookings?.value ?? 0
      const told = { tenantName: tenant.name, siteUrl: site.url, week, next }
      let count = 0
      for (const owner of owners) {
        const { locale, subject, body } = weekMail(told, owner.locale)
        const { rows } = await sql`
        insert into notifications (tenant_id, key, audience, recipient, locale, subject, body, due_at, user_id, starts_at, is_fixed)
        values (${tenantId}, 'week_figures', 'staff', ${owner.email}, ${locale}, ${subject}, ${body}, now(), ${owner.id}, ${dueAt}, true)
        on conflict do nothing returning id`.execute(db)
        count += rows.length
      }
      return count
    },
    { large: true },
  )
  if (written > 0) alarm.wake(mailQueue, tenantId)
  return written
}

/** docs/domain.md#figures */
export const sendWeekMails = async (services: Parameters<Job['run']>[0]): Promise<number> => {
  const { database, now } = services
  const { rows: tenants } = await database.run({ as: 'platform' }, db =>
    sql<Reading>`select id, name, time_zone, week_starts_on from tenants where is_active and week_mails`.execute(db),
  )
  let count = 0
  for (const tenant of tenants) {
    const at = mondayAt(now(), tenant)
    if (at) count += await tellOwners(services, tenant, at)
  }
  return count
}

export const weekMails: Job = {
  every: MINUTE,
  run: sendWeekMails,
  done: 'mails with the figures of a week written',
  failed: 'mails with the figures of a week were not written',
}
