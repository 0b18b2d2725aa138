import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { measuresOf, variantOf } from '../../../src/bookingPage/Choose'
import { personOf } from '../../../src/bookingPage/People'
import type { PageData } from '../../../src/bookingPage/pageData'
import { firstFree, pageTexts, renderDocument } from '../../../src/bookingPage/render'
import { type Route, routeOf } from '../../../src/bookingPage/route'
import type { Transaction } from '../../db/database'
import { apiBase } from '../../http/apiBase'
import { Problem } from '../../http/problem'
import { bookingPageUrl } from '../../site'
import type { PagesOptions } from '../../startServer'
import { bookingOfToken } from './links'
import { businessOf, itemContent, pageContent } from './pageContent'
import { type Asker, publicDays, publicSlots } from './times'
import { findTenant, noPage, type Page, type PublicTenant } from './visitor'

type Language = PageData['lang']

const isLanguage = (tag: string | undefined): tag is Language => tag === 'en' || tag === 'de'

/** What is asked for in the address, or by the browser, or spoken by the business. */
const languageFor = (c: Context, tenant: string): Language => {
  const asked = [c.req.query('lang'), ...(c.req.header('Accept-Language') ?? '').split(','), tenant]
  return asked.map(tag => tag?.trim().slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

type First = Pick<PageData, 'item' | 'days' | 'slots'>

const nothing: First = { item: null, days: null, slots: null }

/** The item of the address, with a month and a day on which it is free. */
const firstItem = async (db: Transaction, asker: Asker, route: Route, page: Page): Promise<First> => {
  if (!('choice' in route) || !route.choice?.item || 'token' in route) return nothing
  const { choice, channel } = route
  const item = await itemContent(db, asker, { slug: choice.item, page })
  const variant = variantOf(item, choice)
  if (route.step !== 'choose' || !variant) return { ...nothing, item }
  const { quantity, length: durationMinutes } = measuresOf(variant, choice)
  const personId = personOf(variant.people, choice.person)?.id
  const question = { variantId: variant.id, quantity, durationMinutes, personId, channel }
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: asker.tenant.timeZone }).format(asker.services.now())
  const month = choice.month ?? choice.day?.slice(0, 7) ?? today.slice(0, 7)
  let days = await publicDays(db, asker, { ...question, month })
  // At the end of a month there may be nothing left of it.
  if (!choice.month && !choice.day && !firstFree(days)) {
    const later = new Date(`${month}-15`)
    later.setUTCMonth(later.getUTCMonth() + 1)
    const next = await publicDays(db, asker, { ...question, month: later.toISOString().slice(0, 7) })
    if (firstFree(next)) days = next
  }
  const day = choice.day ?? firstFree(days)
  if (!day) return { item, days, slots: null }
  const range = { from: { date: day }, to: { date: new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10) } }
  return { item, days, slots: [...(await publicSlots(db, asker, { ...question, ...range }))] }
}

interface Loaded extends First {
  business: PageData['business']
  content: PageData['content']
  origins: readonly string[]
  isIndexable: boolean
}

const load = async (db: Transaction, asker: Asker, route: Route): Promise<Loaded> => {
  if (!('token' in route)) {
    const { content, page } = await pageContent(db, asker, route.channel)
    const first = await firstItem(db, asker, route, page)
    return { ...first, content, business: content.tenant, origins: page.allowedOrigins, isIndexable: page.isIndexable }
  }
  const { step: kind, token } = route
  const { tenant, services } = asker
  if (!(await bookingOfToken(db, tenant.id, { kind, token, now: services.now() }))) throw noPage()
  // A booking made in a frame is shown in it.
  const published = await pageContent(db, asker, route.channel).catch(() => null)
  return {
    ...nothing,
    business: await businessOf(db, tenant.id),
    content: null,
    origins: published?.page.allowedOrigins ?? [],
    isIndexable: false,
  }
}

/** Of the build, or compiled on request. */
const scriptsOf = async (webRoot: string | null): Promise<string> => {
  if (!webRoot)
    return '<script type="module" src="/@vite/client"></script><script type="module" src="/src/bookingPage/main.tsx"></script>'
  const manifest = JSON.parse(await readFile(path.join(webRoot, '.vite/bookingPage.json'), 'utf8'))
  return `<script type="module" src="/${manifest['src/bookingPage/main.tsx'].file}"></script>`
}

/** The pages on which customers book (docs/booking-page.md): `/book/{tenant}`, or `/book` on a host of the tenant’s own. */
export const bookingPages = async ({ database, site, now, countCall, webRoot }: PagesOptions): Promise<Hono> => {
  const scripts = await scriptsOf(webRoot)

  /** The tenant and the step of an address. */
  const placeOf = (c: Context): { slug: string; base: string; rest: string } | null => {
    const { hostname, pathname } = new URL(c.req.url)
    const below = pathname.slice('/book'.length).replace(/\/+$/, '')
    const { mainDomain } = site
    const label = mainDomain && hostname.endsWith(`.${mainDomain}`) ? hostname.slice(0, -mainDomain.length - 1) : null
    if (label && label !== 'app') return { slug: label, base: '/book', rest: below }
    const [, slug, ...rest] = below.split('/')
    return slug ? { slug, base: `/book/${slug}`, rest: rest.join('/') } : null
  }

  const answer = async (c: Context): Promise<Response> => {
    const place = placeOf(c)
    const route = place && routeOf(place.rest, new URLSearchParams(new URL(c.req.url).search))
    if (!place || !route) throw noPage()
    const tenant: PublicTenant = await findTenant(database, place.slug)
    const asker: Asker = { tenant, services: { now } }
    const loaded = await database.run({ as: 'tenant', tenantId: tenant.id }, db => load(db, asker, route))
    const { business, content, item, origins, isIndexable } = loaded
    const lang = languageFor(c, business.locale)
    const title = content?.channel.pageTitle ?? business.name
    const data: PageData = {
      ...{ lang, texts: pageTexts[lang], base: place.base, files: apiBase, business, content, item, route, origins },
      ...{ api: `${apiBase}/public/${tenant.slug}`, days: loaded.days, slots: loaded.slots, now: now() },
    }
    const html = renderDocument(data, {
      scripts,
      title: item ? `${item.name} – ${business.name}` : title,
      description: item?.description ?? content?.channel.pageIntro ?? null,
      url: bookingPageUrl(site, tenant.slug),
      isIndexable,
    })
    const ancestors = origins.length > 0 ? origins.join(' ') : "'none'"
    return c.html(html, 200, {
      'Cache-Control': 'token' in route ? 'no-store' : 'no-cache',
      Vary: 'Accept-Language',
      'Content-Language': lang,
      'Referrer-Policy': 'no-referrer',
      ...(!isIndexable && { 'X-Robots-Tag': 'noindex' }),
      'Content-Security-Policy': `default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'${webRoot ? '' : ' ws:'}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors ${ancestors}`,
    })
  }

  const pages = new Hono()
  pages.onError((error, c) => {
    if (!(error instanceof Problem)) throw error
    const robots = { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store', ...error.options.headers }
    return c.text(error.message, error.status as 404, robots)
  })
  for (const address of ['/book', '/book/*'])
    pages.get(address, compress(), c => {
      countCall(c)
      return answer(c)
    })
  return pages
}
