import { sql } from 'kysely'
import { calls } from '../../../src/calls'
import { type Locale, spokenLocale } from '../../../src/declare'
import { customers } from '../../../src/resources/customers'
import { memberships } from '../../../src/resources/memberships'
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
import { systemRequest } from '../waitlist/systemRequest'
import { type Ending, readUnsubscribeToken } from './unsubscribeToken'

const texts: Readonly<Record<Locale, Readonly<Record<Ending, EndingTexts>>>> = {
  en: {
    customer: {
      question: name => `No more reminders and offers from ${name}?`,
      help: 'What you book yourself is still confirmed by mail.',
      button: 'Unsubscribe',
      done: name => `${name} sends you no more reminders and offers.`,
    },
    owner: {
      question: name => `No more figures of the week from ${name}?`,
      help: 'They are still there under Reports. You get them by mail again under Settings, Members.',
      button: 'Unsubscribe',
      done: name => `You get no more figures of the week from ${name}.`,
    },
  },
  de: {
    customer: {
      question: name => `Keine Erinnerungen und Angebote mehr von ${name}?`,
      help: 'Was Sie selbst buchen, wird weiter per E-Mail bestätigt.',
      button: 'Abbestellen',
      done: name => `${name} schickt Ihnen keine Erinnerungen und Angebote mehr.`,
    },
    owner: {
      question: name => `Keine Zahlen der Woche mehr von ${name}?`,
      help: 'Unter Berichte stehen sie weiterhin. Wieder per E-Mail bekommen Sie sie unter Einstellungen, Mitglieder.',
      button: 'Abbestellen',
      done: name => `Sie bekommen keine Zahlen der Woche mehr von ${name}.`,
    },
  },
}

interface EndingTexts {
  question: (name: string) => string
  help: string
  button: string
  done: (name: string) => string
}

interface Whom {
  tenantId: string
  of: Ending
  id: string
  tenantName: string
  locale: Locale
}

const whomOf = async ({ database }: Pick<Services, 'database'>, token: string): Promise<Whom> => {
  const read = readUnsubscribeToken(token)
  if (!read) throw notFound()
  const { tenantId, id, provenBy } = read
  const found = await database.run({ as: 'tenant', tenantId }, async db => {
    const { rows } = await sql<{ name: string; linkSecret: string; locale: string }>`
      select tenants.name, tenants.link_secret, coalesce(customers.locale, users.locale, tenants.locale) as locale from tenants
      left join customers on customers.tenant_id = tenants.id and customers.id = ${id}
      left join users on users.id = ${id}
      where tenants.id = ${tenantId}`.execute(db)
    return rows[0]
  })
  const of = found && provenBy(found.linkSecret)
  if (!of) throw notFound()
  return { tenantId, of, id, tenantName: found.name, locale: spokenLocale(found.locale) }
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

const optOut = async (services: Services, { tenantId, of, id }: Whom): Promise<void> => {
  const request = await systemRequest(services.database, services, tenantId)
  if (!request) return
  await runSystemWork(services, request.caller, async unit => {
    unit.reason = 'The link in a mail'
    if (of === 'customer') {
      const scope = scopeOf(customers, {}, request)
      const [before] = await findRecords(unit.db, scope, [id], { lock: true })
      if (before && !before.mailOptOut) await updateRecords(unit, scope, [before], { mailOptOut: true })
      return
    }
    const scope = scopeOf(memberships, {}, { ...request, params: { tenantId } })
    const membership = await unit.db
      .selectFrom('memberships')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('userId', '=', id)
      .executeTakeFirst()
    const [before] = membership ? await findRecords(unit.db, scope, [String(membership.id)], { lock: true }) : []
    if (before?.weekMail) await updateRecords(unit, scope, [before], { weekMail: false })
  })
}

export const unsubscribeRoutes = [
  implement(calls.notifications.unsubscribePage, async ({ services, params }) => {
    const { locale, of, tenantName } = await whomOf(services, params.token)
    const { question, help, button } = texts[locale][of]
    return page(
      locale,
      `<h1 style="font-size:1.4rem">${escapeHtml(question(tenantName))}</h1><p>${help}</p>` +
        `<form method="post"><button type="submit" style="font:inherit;padding:.6rem 1.2rem">${button}</button></form>`,
    )
  }),
  implement(calls.notifications.unsubscribe, async ({ services, params }) => {
    const whom = await whomOf(services, params.token)
    await optOut(services, whom)
    const { locale, of, tenantName } = whom
    return page(locale, `<h1 style="font-size:1.4rem">${escapeHtml(texts[locale][of].done(tenantName))}</h1>`)
  }),
]
