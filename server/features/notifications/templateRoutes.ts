import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { type Locale, spokenLocale } from '../../../src/declare'
import { customerKeys, notificationKeys } from '../../../src/resources/notificationKeys'
import { notifications } from '../../../src/resources/notifications'
import {
  findRecord,
  implement,
  invalid,
  noteAction,
  Problem,
  type RequestOf,
  type Services,
  scopeOf,
  type Transaction,
} from '../../serve'
import { type BookingRecord, findBooking, type MemberRequest } from '../bookings/bookingScope'
import { customerLinks } from '../public/links'
import { compose, htmlOf, isBriefIn, linksOf, type MailLinks, noLinks, type ToldBooking, valuesOf } from './compose'
import { readTemplates, readTenant } from './facts'
import { builtInTexts } from './mailTexts'
import { asOne, readVisits, standingParts } from './mailVisits'
import { notificationsHooks } from './notificationsHooks'
import { type PlaceholderValues, placeholderExamples } from './placeholders'
import { mailQueue } from './rows'
import { placeholderErrors } from './templatesHooks'

const isCustomers = (key: string): boolean => (customerKeys as readonly string[]).includes(key)

const placeholdersIn = (locale: Locale) =>
  Object.entries(placeholderExamples[locale]).map(([name, example]) => ({ name, example }))

const linksFor = async (
  db: Transaction,
  tenantId: string,
  bookingId: string,
  site: Services['site'],
): Promise<MailLinks> => (await customerLinks(db, { tenantId, bookingId, site })) ?? noLinks

const withVisit = async (
  db: Transaction,
  { caller, services }: MemberRequest,
  booking: BookingRecord,
): Promise<Omit<ToldBooking, 'links'>> => {
  const previousStartsAt = booking.startsAt
  const ids = booking.visitId ? [booking.visitId] : []
  const [visit] = (await readVisits(db, caller.tenant.id, { ids, now: services.now() })).values()
  if (!visit) return { booking, previousStartsAt }
  const { cancellationReason } = booking
  const others = standingParts(visit).filter(({ id }) => id !== booking.id)
  const parts = [booking, ...others] as const
  return { booking: { ...asOne(visit, parts), cancellationReason }, previousStartsAt, visit, parts }
}

const exampleLinks = (locale: Locale): MailLinks => {
  const { manageUrl, holdUrl, offerUrl } = placeholderExamples[locale]
  return { manageUrl, holdUrl, offerUrl }
}

const drafted = async (
  db: Transaction,
  request: MemberRequest & { services: Pick<Services, 'site'> },
  draft: RequestOf<typeof calls.notifications.preview>['body'],
) => {
  const { key, bookingId } = draft
  const locale = spokenLocale(draft.locale)
  const errors = placeholderErrors(draft)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const tenant = await readTenant(db, request.caller.tenant.id)
  const now = (await readTemplates(db, tenant.id)).get(`${key} ${locale}`) ?? builtInTexts[locale][key]
  const template = { subject: draft.subject ?? now.subject, body: draft.body ?? now.body }
  const found = bookingId ? await findBooking(db, request, bookingId) : null
  const booking = found && { ...found, cancellationReason: draft.reason ?? found.cancellationReason }
  const { site } = request.services
  const links = !isCustomers(key)
    ? noLinks
    : booking
      ? await linksFor(db, tenant.id, booking.id, site)
      : exampleLinks(locale)
  const values: PlaceholderValues = booking
    ? valuesOf({
        ...{ tenant, locale, customerName: booking.customerName ?? '' },
        isBrief: isBriefIn(template, isCustomers(key) ? 'customer' : 'staff'),
        told: [{ ...(await withVisit(db, request, booking)), links }],
      })
    : { ...placeholderExamples[locale], 'tenant.name': tenant.name, ...links }
  const { subject, text } = compose(template, values, locale)
  const shown = { locale, siteUrl: site.url, links: linksOf(template, [{ links }], locale), unsubscribe: null }
  return { subject, text, html: htmlOf(text, tenant, shown) }
}

export const templateRoutes = [
  implement(calls.notifications.defaults, async ({ query }) => {
    const locale = spokenLocale(query.locale)
    return notificationKeys.map(key => ({
      key,
      audience: isCustomers(key) ? ('customer' as const) : ('staff' as const),
      locale,
      ...builtInTexts[locale][key],
      placeholders: placeholdersIn(locale),
    }))
  }),
  implement(calls.notifications.overview, ({ read, caller }) =>
    read(async db => {
      const tenantId = caller.tenant.id
      const [{ rows: sent }, { rows: own }] = await Promise.all([
        sql<{ key: string; at: Date }>`
          select key, max(sent_at) as at from notifications where tenant_id = ${tenantId} and status = 'sent' and not is_fixed
          group by key`.execute(db),
        sql<{ id: string; key: string; locale: string }>`
          select id, key, locale from notification_templates where tenant_id = ${tenantId}`.execute(db),
      ])
      const lastOf = new Map(sent.map(({ key, at }) => [key, new Date(at).toISOString()]))
      const mails = notificationKeys.map(key => ({
        key,
        audience: isCustomers(key) ? ('customer' as const) : ('staff' as const),
        texts: Object.fromEntries(own.filter(each => each.key === key).map(({ locale, id }) => [locale, id])),
        lastSentAt: lastOf.get(key) ?? null,
      }))
      return { mails }
    }),
  ),
  implement(calls.notifications.preview, request => request.read(db => drafted(db, request, request.body))),
  implement(calls.notifications.test, async request => {
    const { body, caller } = request
    return request.write(async unit => {
      const { db } = unit
      const tenantId = caller.tenant.id
      const { rows: recent } = await sql<{ count: number }>`
        select count(*)::int as count from notifications where tenant_id = ${tenantId} and is_fixed and key not in ('webhook_off', 'week_figures')
        and created_at > now() - interval '1 minute'`.execute(db)
      if ((recent[0]?.count ?? 0) >= calls.notifications.testsPerMinute)
        throw new Problem('rate_limited', 'Too many tests.', { headers: { 'Retry-After': '60' } })
      const { subject, text } = await drafted(db, request, body)
      const { rows } = await sql<{ id: string }>`
        insert into notifications (tenant_id, key, audience, recipient, locale, subject, body, due_at, user_id, is_fixed)
        values (${tenantId}, ${body.key}, 'staff', ${caller.email}, ${spokenLocale(body.locale)}, ${`[Test] ${subject}`},
          ${text}, now(), ${caller.userId}, true) returning id`.execute(db)
      const made = await findRecord(db, scopeOf(notifications, notificationsHooks, request), String(rows[0]?.id))
      noteAction(unit, { action: 'sent_test', resource: notifications, record: made, label: body.key })
      unit.due.add(mailQueue)
      return made
    })
  }),
]
