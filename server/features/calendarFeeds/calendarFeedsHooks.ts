import { sql } from 'kysely'
import { hasRole, type ValidationErrors } from '../../../src/declare'
import type { CalendarFeed } from '../../../src/resources/calendarFeeds'
import type { Caller, CheckedChange, ResourceHooks, UnitOfWork } from '../../serve'
import { feedUrl, keepToken, newToken } from './feedToken'

const isLimited = ({ role }: Caller): boolean => !role || !hasRole(role, 'admin')

/** Viewers have no feeds, not even from an admin. */
const checkMember = async (
  { db, caller: { tenant } }: UnitOfWork,
  membershipId: string | null,
): Promise<ValidationErrors> => {
  const { rows } = await sql<{ role: string }>`
    select role from memberships where tenant_id = ${tenant?.id} and id = ${membershipId}`.execute(db)
  return rows[0]?.role === 'viewer' ? { membershipId: { key: 'validation.feedOfViewer', args: {} } } : {}
}

const checkOwn = async (unit: UnitOfWork, { after }: CheckedChange): Promise<ValidationErrors> => {
  const { caller } = unit
  const { scope, membershipId } = after as Pick<CalendarFeed, 'scope' | 'membershipId'>
  if (!isLimited(caller)) return scope === 'member' ? checkMember(unit, membershipId) : {}
  const forbidden = { key: 'validation.forbidden', args: {} } as const
  if (scope !== 'member') return { scope: forbidden }
  return membershipId === caller.membershipId ? {} : { membershipId: forbidden }
}

export const calendarFeedsHooks: ResourceHooks = {
  computed: {
    lastReadAt: sql`(select secrets.read_at from calendar_feed_secrets as secrets
      where secrets.tenant_id = calendar_feeds.tenant_id and secrets.calendar_feed_id = calendar_feeds.id)`,
  },
  shownOnce: {
    schema: { url: { type: 'string', format: 'uri', description: 'In no other answer' } },
    make: ({ site }) => {
      const token = newToken()
      return {
        shown: { url: feedUrl(site, token) },
        store: ({ db }, { id, tenantId }) => keepToken(db, String(tenantId), id, token),
      }
    },
  },
  check: checkOwn,
}
