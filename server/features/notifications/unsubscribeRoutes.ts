import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { customers } from '../../../src/resources/customers'
import {
  escapeHtml,
  findRecords,
  implement,
  notFound,
  runSystemWork,
  type Services,
  scopeOf,
  updateRecords,
} from '../../serve'
import { customersHooks } from '../customers/customersHooks'
import { systemRequest } from '../waitlist/systemRequest'
import { mailLocaleOf } from './mailTexts'
import { readUnsubscribeToken } from './unsubscribeToken'

const texts = {
  en: {
    question: (name: string) => `No more reminders and offers from ${name}?`,
    help: 'What you book yourself is still confirmed by mail.',
    button: 'Unsubscribe',
    done: (name: string) => `${name} sends you no more reminders and offers.`,
  },
  de: {
    question: (name: string) => `Keine Erinnerungen und Angebote mehr von ${name}?`,
    help: 'Was Sie selbst buchen, wird weiter per E-Mail bestätigt.',
    button: 'Abbestellen',
    done: (name: string) => `${name} schickt Ihnen keine Erinnerungen und Angebote mehr.`,
  },
} as const

interface Whom {
  tenantId: string
  customerId: string
  tenantName: string
  locale: 'en' | 'de'
}

const whomOf = async ({ database }: Pick<Services, 'database'>, token: string): Promise<Whom> => {
  const read = readUnsubscribeToken(token)
  if (!read) throw notFound()
  const { tenantId, customerId, proves } = read
  const found = await database.run({ as: 'tenant', tenantId }, async db => {
    const { rows } = await sql<{ name: string; linkSecret: string; locale: string }>`
      select tenants.name, tenants.link_secret, coalesce(customers.locale, tenants.locale) as locale from tenants
      left join customers on customers.tenant_id = tenants.id and customers.id = ${customerId}
      where tenants.id = ${tenantId}`.execute(db)
    return rows[0]
  })
  if (!found || !proves(found.linkSecret)) throw notFound()
  return { tenantId, customerId, tenantName: found.name, locale: mailLocaleOf(found.locale) }
}

const page = (locale: string, content: string): Response =>
  new Response(
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      '<meta name="color-scheme" content="light dark"><title>E-Mail</title></head>' +
      `<body style="font-family:sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem;line-height:1.5"><main>${content}</main></body></html>`,
    {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy':
          "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
      },
    },
  )

const optOut = async (services: Services, { tenantId, customerId }: Whom): Promise<void> => {
  const { database, events, follow, alarm } = services
  const request = await systemRequest(database, services, tenantId)
  if (!request) return
  const { caller } = request
  const scope = scopeOf(customers, customersHooks, request)
  await runSystemWork(
    { database, actor: { as: 'tenant', tenantId }, caller, events, follow, alarm, now: services.now() },
    async unit => {
      const [before] = await findRecords(unit.db, scope, [customerId], { lock: true })
      if (!before || before.mailOptOut) return
      unit.reason = 'The link in a mail'
      await updateRecords(unit, scope, [before], { mailOptOut: true })
    },
  )
}

export const unsubscribeRoutes = [
  implement(calls.notifications.unsubscribePage, async ({ services, params }) => {
    const { locale, tenantName } = await whomOf(services, params.token)
    const { question, help, button } = texts[locale]
    return page(
      locale,
      `<h1 style="font-size:1.4rem">${escapeHtml(question(tenantName))}</h1><p>${help}</p>` +
        `<form method="post"><button type="submit" style="font:inherit;padding:.6rem 1.2rem">${button}</button></form>`,
    )
  }),
  implement(calls.notifications.unsubscribe, async ({ services, params }) => {
    const whom = await whomOf(services, params.token)
    await optOut(services, whom)
    const { locale, tenantName } = whom
    return page(locale, `<h1 style="font-size:1.4rem">${escapeHtml(texts[locale].done(tenantName))}</h1>`)
  }),
]
