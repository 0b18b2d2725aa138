import { sql } from 'kysely'
import { invitationDays, invitations, memberships } from '../../../src/core'
import { type AnyField, hasRole, inputNames, type Role, type ValidationErrors } from '../../../src/schema'
import { formatInstant } from '../../../src/time/formatInstant'
import { DAY } from '../../../src/time/instant'
import type { ApiRecord } from '../../audit/change'
import { column } from '../../crud/columns'
import type { ResourceHooks } from '../../crud/hooks'
import type { Scope } from '../../crud/scope'
import { findRecord } from '../../crud/scope'
import { createRecord } from '../../crud/single'
import { deleteRecords } from '../../crud/write'
import type { Transaction } from '../../db/database'
import { Problem } from '../../http/problem'
import type { UnitOfWork } from '../../http/unitOfWork'
import type { Core } from '../core'

export const newExpiry = (now: number): string => formatInstant(now + invitationDays * DAY)

export const isOpen = ({ state, expiresAt }: ApiRecord, now: number): boolean =>
  state === 'pending' && Date.parse(String(expiresAt)) > now

const findOfAddress = (db: Transaction, tenantId: unknown, email: unknown) =>
  db
    .selectFrom('invitations')
    .select(['id', 'state', 'expiresAt'])
    .where('tenantId', '=', String(tenantId))
    .where('email', '=', String(email))
    .executeTakeFirst() as Promise<ApiRecord | undefined>

const isMember = async (db: Transaction, tenantId: unknown, email: unknown): Promise<boolean> => {
  const member = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select('memberships.id')
    .where('memberships.tenantId', '=', String(tenantId))
    .where('users.email', '=', String(email))
    .executeTakeFirst()
  return member !== undefined
}

export const broughtFields = ({ declared }: Core): string[] => {
  const ofInvitations = inputNames(declared(invitations))
  return inputNames(declared(memberships)).filter(name => ofInvitations.includes(name))
}

/** Unique fields of the invitation that another member has. */
export const findTaken = async (
  core: Core,
  db: Transaction,
  tenantId: unknown,
  values: Readonly<Record<string, unknown>>,
): Promise<string[]> => {
  const members = core.declared(memberships)
  const fields: Readonly<Record<string, AnyField>> = members.fields
  const names = broughtFields(core).filter(name => fields[name]?.unique && values[name])
  const taken = await Promise.all(
    names.map(async name => {
      const { rows } = await sql`select from memberships
        where tenant_id = ${tenantId} and ${column(members, name)} = ${values[name]} limit 1`.execute(db)
      return rows.length > 0 ? [name] : []
    }),
  )
  return taken.flat()
}

const error = (key: 'validation.roleAbove' | 'validation.member' | 'validation.invited' | 'validation.unique') => ({
  key,
  args: {},
})

export const aboveOwnRole = () => new Problem('forbidden', 'This is an invitation to a higher role than yours.')

export const invitationsHooks = (core: Core): ResourceHooks => ({
  extras: {
    invitedByName: {
      select: sql`(select coalesce(users.name, users.email) from users where users.id = invitations.invited_by)`,
      schema: {
        anyOf: [{ type: 'string' }, { type: 'null' }],
        description: 'Who sent it last; null for somebody who is no member',
      },
    },
  },
  columns: ({ caller, now }) => ({ invitedBy: caller.userId, expiresAt: newExpiry(now) }),
  check: async ({ db, caller }, { before, after }) => {
    if (before) return {}
    const { tenantId, email, role } = after
    const errors: ValidationErrors = {}
    if (!hasRole(caller.role, role as Role)) errors.role = error('validation.roleAbove')
    if (await isMember(db, tenantId, email)) errors.email = error('validation.member')
    else if (await findOfAddress(db, tenantId, email)) errors.email = error('validation.invited')
    for (const name of await findTaken(core, db, tenantId, after)) errors[name] = error('validation.unique')
    return errors
  },
  refuse: async ({ caller }, changes) =>
    new Map(
      changes.flatMap(({ before }): [string, Problem][] =>
        before && !hasRole(caller.role, before.role as Role) ? [[before.id, aboveOwnRole()]] : [],
      ),
    ),
})

export const addressIn = ({ email }: Readonly<Record<string, unknown>>): string =>
  typeof email === 'string' ? email.trim().toLowerCase() : ''

/** Replaces an invitation that can no longer be accepted. */
export const createInvitation = async (
  unit: UnitOfWork,
  scope: Scope<typeof invitations>,
  input: Readonly<Record<string, unknown>>,
): Promise<ApiRecord<typeof invitations>> => {
  const former = await findOfAddress(unit.db, scope.params.tenantId, addressIn(input))
  if (former && !isOpen(former, unit.now)) {
    await deleteRecords(unit, scope, [await findRecord(unit.db, scope, former.id, { lock: true })])
  }
  return createRecord(unit, scope, input)
}
