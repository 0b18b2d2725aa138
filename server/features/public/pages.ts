import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { variantOf } from '../../../src/bookingPage/Choose'
import { measuresOf } from '../../../src/bookingPage/Measures'
import type { NoticeKind } from '../../../src/bookingPage/Notice'
import { personOf } from '../../../src/bookingPage/People'
import type { PageData } from '../../../src/bookingPage/pageData'
import { firstFree, pageTexts, renderDocument, renderNotice } from '../../../src/bookingPage/render'
import { hrefOf, type Route, routeOf } from '../../../src/bookingPage/route'
import { DAY, type Locale, spokenLocale, toLocale } from '../../../src/declare'
import { isOrigin } from '../../../src/resources/channelPage'
import { apiBase, keptBriefly, type PagesOptions, type Problem, type Transaction } from '../../serve'
import { bookingOfToken, bookingPageUrl } from './links'
import { businessOf, itemContent, pageContent } from './pageContent'
import { type Asker, publicDays, publicNext, publicSlots } from './times'
import { findPage, findTenant, noPage, type Page, type PublicTenant } from './visitor'

/** From the address, or else the browser. */
const askedLanguage = (c: Context): Locale | undefined =>
  [c.req.query('lang'), ...(c.req.header('Accept-Language') ?? '').split(/[,;]/)].map(toLocale).find(Boolean)

type First = Pick<PageData, 'item' | 'days' | 'slots' | 'nextDay'>

const nothing: First = { item: null, days: null, slots: null, nextDay: null }

const firstItem = async (
  db: Transaction,
  asker: Asker,
  route: Route,
  { page, lang }: { page: Page; lang: Locale | undefined },
): Promise<First> => {
  if (!('choice' in route) || !route.choice?.item || 'token' in route) return nothing
  const { choice, channel } = route
  const item = await itemContent(db, asker, { slug: choice.item, page, lang })
  const variant = variantOf(item, choice)
  if (route.step !== 'choose' || !variant || choice.others || choice.adds) return { ...nothing, item }
  const { quantity, length: durationMinutes } = measuresOf(variant, choice)
  const personId = personOf(variant.people, choice.person)?.id
  const question = { variantId: variant.id, quantity, durationMinutes, personId, channel }
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: asker.tenant.timeZone }).format(asker.services.now())
  const month = choice.month ?? choice.day?.slice(0, 7) ?? today.slice(0, 7)
  let days = await publicDays(db, asker, { ...question, month })
  const last = days.at(-1)?.date
  let nextDay = last && !firstFree(days) ? await publicNext(db, asker, { ...question, after: last }) : null
  if (nextDay?.date && !choice.month && !choice.day) {
    days = await publicDays(db, asker, { ...question, month: nextDay.date.slice(0, 7) })
    nextDay = null
  }
  const day = choice.day ?? firstFree(days)
  if (!day) return { item, days, slots: null, nextDay }
  const range = { from: { date: day }, to: { date: new Date(Date.parse(day) + DAY).toISOString().slice(0, 10) } }
  return { item, days, slots: [...(await publicSlots(db, asker, { ...question, ...range }))], nextDay }
}

interface Loaded extends First {
  business: PageData['business']
  content: PageData['content']
  origins: readonly string[]
  isIndexable: boolean
}

const load = async (db: Transaction, asker: Asker, route: Route, lang: Locale | undefined): Promise<Loaded> => {
  if (!('token' in route)) {
    const { content, page } = await pageContent(db, asker, { channel: route.channel, lang })
    const first = await firstItem(db, asker, route, { page, lang })
    return { ...first, content, business: content.tenant, origins: page.allowedOrigins, isIndexable: page.isIndexable }
  }
  const { step: kind, token } = route
  const { tenant, services } = asker
  if (!(await bookingOfToken(db, tenant.id, { kind, token, now: services.now() }))) throw noPage()
  const published = await pageContent(db, asker, { channel: route.channel, lang }).catch(() => null)
  return {
    ...nothing,
    business: await businessOf(db, tenant.id),
    content: null,
    origins: published?.page.allowedOrigins ?? [],
    isIndexable: false,
  }
}

const scriptsOf = async (webRoot: string | null): Promise<string> => {
  if (!webRoot)
    return '<script type="module" src="/@vite/client"></script><script type="module" src="/src/bookingPage/main.tsx"></script>'
  const manifest = JSON.parse(await readFile(path.join(webRoot, '.vite/bookingPage.json'), 'utf8'))
  return `<script type="module" src="/${manifest['src/bookingPage/main.tsx'].file}"></script>`
}

const compressed = promisify(gzip)

interface Written {
  html: string
  packed?: Promise<Buffer<ArrayBuffer>>
  headers: Readonly<Record<string, string>>
}

const send = async (c: Context, written: Written): Promise<Response> => {
  const { html, headers } = written
  if (!/\bgzip\b/.test(c.req.header('Accept-Encoding') ?? '')) return c.html(html, 200, { ...headers })
  written.packed ??= compressed(html)
  const type = { 'Content-Type': 'text/html; charset=UTF-8', 'Content-Encoding': 'gzip' }
  return c.body(await written.packed, 200, { ...headers, ...type })
}

interface Place {
  slug: string
  base: string
  rest: string
}

interface Owner {
  business: PageData['business']
  origins: readonly string[]
}

const kindOf = (status: number, route: Route | null): NoticeKind => {
  if (status === 500) return 'broken'
  if (status !== 404) return 'busy'
  if (!route || route.step === 'items') return 'page'
  return 'token' in route ? 'link' : 'item'
}

const embedOf = async (webRoot: string | null): Promise<string | null> => {
  if (!webRoot) return null
  const manifest = JSON.parse(await readFile(path.join(webRoot, '.vite/embed.json'), 'utf8'))
  return readFile(path.join(webRoot, manifest['src/bookingPage/embed.ts'].file), 'utf8')
}

/** Any text but an origin could add to the policy. */
const framing = (origins: readonly string[]): string => origins.filter(isOrigin).join(' ') || "'none'"

const headersOf = (webRoot: string | null, lang: Locale, origins: readonly string[]): Record<string, string> => ({
  ...{ Vary: 'Accept-Language, Accept-Encoding', 'Content-Language': lang, 'Referrer-Policy': 'no-referrer' },
  'Content-Security-Policy': `default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'${webRoot ? '' : ' ws:'}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors ${framing(origins)}`,
})

const placeOf = ({ mainDomain }: PagesOptions['site'], c: Context): Place | null => {
  const { hostname, pathname } = new URL(c.req.url)
  const below = pathname.slice('/book'.length).replace(/\/+$/, '')
  const label = mainDomain && hostname.endsWith(`.${mainDomain}`) ? hostname.slice(0, -mainDomain.length - 1) : null
  if (label && label !== 'app') return { slug: label, base: '/book', rest: below }
  const [, slug, ...rest] = below.split('/')
  return slug ? { slug, base: `/book/${slug}`, rest: rest.join('/') } : null
}

interface Address {
  slug: string
  base: string
  route: Route
  asked: Locale | undefined
}

const write = async (
  {
    database,
    site,
    now,
    webRoot,
    scripts,
  }: Pick<PagesOptions, 'database' | 'site' | 'now' | 'webRoot'> & { scripts: string },
  { slug, base, route, asked }: Address,
  about: (tenantId: string) => void,
): Promise<Written> => {
  const tenant: PublicTenant = await findTenant(database, slug)
  about(tenant.id)
  const asker: Asker = { tenant, services: { now } }
  const loaded = await database.run({ as: 'tenant', tenantId: tenant.id }, db => load(db, asker, route, asked))
  const { business, content, item, isIndexable } = loaded
  const origins = loaded.origins.filter(isOrigin)
  const lang = asked ?? spokenLocale(business.locale)
  const title = content?.channel.pageTitle ?? business.name
  const data: PageData = {
    ...{ lang, texts: pageTexts[lang], base, business, content, item, route, origins },
    ...{ api: `${apiBase}/public/${tenant.slug}`, days: loaded.days, slots: loaded.slots, nextDay: loaded.nextDay },
    now: now(),
  }
  const html = renderDocument(data, {
    scripts,
    title: item ? `${item.name} – ${business.name}` : title,
    description: item?.description ?? content?.channel.pageIntro ?? null,
    url: bookingPageUrl(site, tenant.slug),
    isIndexable,
  })
  const headers = {
    ...headersOf(webRoot, lang, origins),
    ...('token' in route ? { 'Cache-Control': 'no-store' } : keptBriefly),
    ...(!isIndexable && { 'X-Robots-Tag': 'noindex' }),
  }
  return { html, headers }
}

/** docs/booking-page.md: `/book/{tenant}`, or `/book` on a tenant's own host. */
export const bookingPages = async (options: PagesOptions): Promise<Hono> => {
  const { database, site, countCall, networkOf, front, problemOf, webRoot } = options
  const scripts = await scriptsOf(webRoot)
  const embed = await embedOf(webRoot)

  /** Only a published page discloses its business. */
  const findOwner = async (slug: string, about: (tenantId: string) => void): Promise<Owner> => {
    const tenant = await findTenant(database, slug)
    about(tenant.id)
    return database.run({ as: 'tenant', tenantId: tenant.id }, async db => {
      const { allowedOrigins } = await findPage(db, tenant.id, undefined)
      return { business: await businessOf(db, tenant.id), origins: allowedOrigins }
    })
  }

  const ownerOf = (c: Context, { slug }: Place): Promise<Owner | null> => {
    const asking = { network: networkOf(c), key: `owner ${slug}`, isFresh: false, isWrite: false }
    return front.serve(asking, about => findOwner(slug, about)).catch(() => null)
  }

  const refuse = async (c: Context, { status, options }: Problem): Promise<Response> => {
    const { pathname, search, searchParams: query } = new URL(c.req.url)
    const place = placeOf(site, c)
    const owner = status === 404 && place ? await ownerOf(c, place) : null
    const lang = askedLanguage(c) ?? spokenLocale(owner?.business.locale)
    const html = renderNotice({
      ...{ lang, texts: pageTexts[lang], business: owner?.business ?? null },
      kind: kindOf(status, owner && place && routeOf(place.rest, query)),
      home: owner && place && hrefOf(place.base, { step: 'items', lang: query.get('lang') ?? undefined }),
      ...{ address: pathname + search, embed: query.get('embed') === '1' },
    })
    return c.html(html, status as 404, {
      ...headersOf(webRoot, lang, owner?.origins ?? []),
      ...{ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' },
      ...options.headers,
    })
  }

  const pages = new Hono()
  pages.onError((error, c) => {
    return refuse(c, problemOf(error))
  })
  if (embed)
    pages.get('/book/embed.js', compress(), c =>
      c.body(embed, 200, {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=3600',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      }),
    )
  for (const path of ['/book', '/book/*'])
    pages.get(path, async c => {
      countCall(c)
      const place = placeOf(site, c)
      const route = place && routeOf(place.rest, new URLSearchParams(new URL(c.req.url).search))
      if (!place || !route) throw noPage()
      const address: Address = { slug: place.slug, base: place.base, route, asked: askedLanguage(c) }
      const key = 'token' in route ? null : JSON.stringify(address)
      const asking = { network: networkOf(c), key, isFresh: false, isWrite: false }
      return send(c, await front.serve(asking, about => write({ ...options, scripts }, address, about)))
    })
  return pages
}
