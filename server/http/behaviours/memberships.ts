import { sql } from 'kysely'
import { users } from '../../../src/resources/users'
import { validate } from '../../../src/schema'
import type { Behaviour } from '../crud/behaviour'
import type { Scope } from '../crud/scope'
import { insertRecord } from '../crud/write'
import { invalid, invalidField, refusal } from '../problem'
import type { JsonSchema } from '../queryParams'
import type { Change, UnitOfWork } from '../unitOfWork'
import { findOrphanedTenants } from './owners'
import { usersBehaviour } from './users'

const isActiveOwner = (record: Change['after']): boolean => record?.role === 'owner' && record.isActive === true

/**
 * The user with this address; a new one, who is invited, when there is none.
 * @param field where a message about the address belongs
 * @throws Problem `validation`
 */
export const findOrInvite = async (unit: UnitOfWork, scope: Scope, field: string, email: unknown): Promise<string> => {
  const validated = validate(users, { email }, { role: null })
  if (!validated.ok) throw invalid({ [field]: validated.errors.email ?? { key: 'validation.email', args: {} } })
  const existing = await unit.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', validated.values.email)
    .executeTakeFirst()
  if (existing) return existing.id
  const user = await insertRecord(
    unit,
    { ...scope, resource: users, behaviour: usersBehaviour, params: {} },
    validated.values,
  )
  return user.id
}

const text: JsonSchema = { type: 'string' }
const nullableText: JsonSchema = { anyOf: [text, { type: 'null' }] }

/** Members: named for those who may not read users, added by id or by e-mail address, and never without an active owner. */
export const membershipsBehaviour: Behaviour = {
  extras: {
    userName: {
      select: sql`(select users.name from users where users.id = memberships.user_id)`,
      schema: { ...nullableText, description: 'The name of the user' },
    },
    userEmail: {
      select: sql`(select users.email from users where users.id = memberships.user_id)`,
      schema: { ...text, description: 'The address of the user' },
    },
  },
  label: ({ userName, userEmail }) => String(userName ?? userEmail ?? '') || undefined,
  createExtras: {
    email: { ...text, format: 'email', description: 'In place of `userId`; an unknown address is invited' },
  },
  prepare: async (unit, { email, ...input }, scope) => {
    if (email === undefined || email === null || email === '') return input
    if (input.userId) throw invalidField('email', 'Give either a user or an e-mail address')
    return { ...input, userId: await findOrInvite(unit, scope, 'email', email) }
  },
  refuse: async ({ db, caller }, changes) => {
    const leaving = changes.filter(({ before, after }) => isActiveOwner(before) && !isActiveOwner(after))
    const ids = leaving.flatMap(({ before }) => (before ? [before.id] : []))
    if (!caller.tenant || ids.length === 0) return new Map()
    const orphans = await findOrphanedTenants(db, { tenantId: caller.tenant.id, membershipIds: ids })
    return new Map(orphans.map(({ id }) => [id, refusal('last_owner', 'refusal.lastOwner')]))
  },
}
