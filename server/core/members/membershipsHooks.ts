import { sql } from 'kysely'
import type { JsonSchema } from '../../../src/contract'
import { memberships } from '../../../src/core'
import type { Change } from '../../audit/change'
import { actionsFor, type ResourceHooks } from '../../crud/hooks'
import { apiBase } from '../../http/apiBase'
import { refusal } from '../../http/problem'
import { endAccountSessions, endSessions } from './endSessions'
import { findOrphanedTenants } from './owners'

const isActiveOwner = (record: Change['after']): boolean => record?.role === 'owner' && record.isActive === true

const text: JsonSchema = { type: 'string' }
const nullableText: JsonSchema = { anyOf: [text, { type: 'null' }] }

/** Readers without access to users see names. An active owner always remains. */
export const membershipsHooks: ResourceHooks = {
  extras: {
    userName: {
      select: sql`(select users.name from users where users.id = memberships.user_id)`,
      schema: { ...nullableText, description: 'The name of the user' },
    },
    userEmail: {
      select: sql`(select users.email from users where users.id = memberships.user_id)`,
      schema: { ...text, description: 'The address of the user' },
    },
    userAvatar: {
      select: sql`(select jsonb_build_object('url', ${`${apiBase}/files/platform/`} || users.avatar_id, 'alt', users.avatar_facts -> 'alt')
        from users where users.id = memberships.user_id and users.avatar_id is not null)`,
      schema: {
        anyOf: [{ type: 'object', properties: { url: text, alt: text }, required: ['url', 'alt'] }, { type: 'null' }],
        description: 'The picture of the user',
      },
    },
  },
  label: ({ userName, userEmail }) => String(userName ?? userEmail ?? '') || undefined,
  refuse: async ({ db, caller }, changes) => {
    const leaving = changes.filter(({ before, after }) => isActiveOwner(before) && !isActiveOwner(after))
    const ids = leaving.flatMap(({ before }) => (before ? [before.id] : []))
    if (!caller.tenant || ids.length === 0) return new Map()
    const orphans = await findOrphanedTenants(db, { tenantId: caller.tenant.id, membershipIds: ids })
    return new Map(orphans.map(({ id }) => [id, refusal('last_owner', 'refusal.lastOwner')]))
  },
  actions: actionsFor(memberships, { endSessions }),
  aroundAction: async (request, work, name) => {
    const record = await work()
    if (name === 'endSessions' && !request.isRepeated()) await endAccountSessions(request, String(record.userId))
    return record
  },
}
