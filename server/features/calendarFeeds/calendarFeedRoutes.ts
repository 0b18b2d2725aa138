import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { calls } from '../../../src/calls'
import { formatInstant, MINUTE } from '../../../src/declare'
import { calendarFeeds } from '../../../src/resources/calendarFeeds'
import { findRecord, implement, isKnown, noteAction, Problem, scopeOf, type Transaction } from '../../serve'
import { calendarFeedsHooks } from './calendarFeedsHooks'
import { feedText } from './feedText'
import { feedUrl, hashOfToken, keepToken, newToken } from './feedToken'
import { loadFeed } from './loadFeed'

const readsPerMinute = 60

const tags = new LRUCache<string, { fingerprint: string; tag: string }>({ max: 10_000 })

/** The same for every address without a feed, so that it reveals nothing. */
const noSuchFeed = () => new Problem('not_found', 'There is no such calendar.')

interface Found {
  tenantId: string
  feedId: string
  readAt: string | null
}

/** Runs before the tenant is known. */
const findToken = async (db: Transaction, token: string): Promise<Found | undefined> => {
  const { rows } = await sql<Found>`
    select secrets.tenant_id, secrets.calendar_feed_id as feed_id, secrets.read_at from calendar_feed_secrets as secrets
    join tenants on tenants.id = secrets.tenant_id
    where secrets.hash = ${hashOfToken(token)} and tenants.is_active`.execute(db)
  return rows[0]
}

const readFeed = implement(calls.calendarFeeds.read, async ({ params, headers, services, read }) => {
  const { token } = params
  const found = await read(db => findToken(db, token))
  if (!found) throw noSuchFeed()
  const { tenantId, feedId, readAt } = found
  services.countRead?.(`calendar feed ${feedId}`, readsPerMinute)
  const now = services.now()
  const minute = formatInstant(now - (now % MINUTE))
  const known = headers.get('if-none-match') ?? undefined
  const told = (tag: string) => ({ ETag: tag, 'Cache-Control': 'private, max-age=300' })
  const unchanged = (tag: string) => new Response(null, { status: 304, headers: told(tag) })
  const kept = tags.get(feedId)
  const hasIt = (fingerprint: string) => kept?.fingerprint === fingerprint && isKnown(kept.tag, known)
  const feed = await services.database.run({ as: 'tenant', tenantId }, async db => {
    const loaded = await loadFeed(db, { tenantId, feedId, now }, hasIt)
    if (loaded && (readAt === null || readAt < minute))
      await sql`update calendar_feed_secrets set read_at = ${minute}
        where tenant_id = ${tenantId} and calendar_feed_id = ${feedId}`.execute(db)
    return loaded
  })
  if (!feed) throw noSuchFeed()
  if (!feed.bookings) return unchanged(kept?.tag ?? '')
  const text = feedText(feed.name, feed.bookings, services.productName)
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
  tags.set(feedId, { fingerprint: feed.fingerprint, tag })
  if (isKnown(tag, known)) return unchanged(tag)
  return new Response(text, { headers: { ...told(tag), 'Content-Type': 'text/calendar; charset=utf-8' } })
})

const rotate = implement(calls.calendarFeeds.rotate, async request => {
  const { params, services, write, isRepeated } = request
  const token = newToken()
  await write(async unit => {
    const scope = scopeOf(calendarFeeds, calendarFeedsHooks, request)
    const feed = await findRecord(unit.db, scope, params.id, { lock: true })
    await keepToken(unit.db, feed.tenantId, feed.id, token)
    noteAction(unit, { action: 'rotated', resource: calendarFeeds, record: feed, label: feed.name })
  })
  return isRepeated() ? {} : { url: feedUrl(services.site, token) }
})

export const calendarFeedRoutes = [rotate, readFeed]
