import { sql } from 'kysely'
import { invitations, memberships } from '../../../src/core'
import { coreCalls } from '../../../src/core/calls'
import { formatInstant } from '../../../src/time/formatInstant'
import type { ApiRecord } from '../../audit/change'
import { recordReply } from '../../crud/routes'
import type { Scope } from '../../crud/scope'
import { findRecord } from '../../crud/scope'
import { createRecord } from '../../crud/single'
import { deleteRecords, updateRecords } from '../../crud/write'
import type { Transaction } from '../../db/database'
import { implement } from '../../http/implement'
import { notFound, refusal } from '../../http/problem'
import type { Route, RouteRequest } from '../../http/route'
import type { UnitOfWork } from '../../http/unitOfWork'
import type { Core } from '../core'
import { broughtFields, findTaken, isOpen } from './invitationsHooks'

type Request = RouteRequest<Record<'id', string>, { who: 'signedIn' }, unknown, unknown>

const findMine = (db: Transaction, { email, userId, now }: { email: string; userId: string; now: number }) =>
  db
    .selectFrom('invitations')
    .innerJoin('tenants', 'tenants.id', 'invitations.tenantId')
    .innerJoin('users', 'users.id', 'invitations.invitedBy')
    .select([
      'invitations.id',
      'invitations.tenantId',
      'tenants.name as tenantName',
      'tenants.slug as tenantSlug',
      'invitations.role',
      eb => eb.fn.coalesce('users.name', 'users.email').as('invitedByName'),
      'invitations.createdAt',
      'invitations.expiresAt',
    ])
    .where('invitations.email', '=', email)
    .where('invitations.state', '=', 'pending')
    .where('invitations.expiresAt', '>', formatInstant(now))
    .where('tenants.isActive', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships')
            .select('memberships.id')
            .whereRef('memberships.tenantId', '=', 'invitations.tenantId')
            .where('memberships.userId', '=', userId),
        ),
      ),
    )
    .orderBy('invitations.id', 'desc')
    .limit(100)
    .execute()

/**
 * Locks the invitation. Only for the confirmed owner of its address.
 * @throws Problem `not_found`; `conflict` if it can no longer be accepted
 */
const takeMine = async (
  core: Core,
  { db }: UnitOfWork,
  request: Request,
  email: string | null,
): Promise<{ invitation: ApiRecord<typeof invitations>; scope: Scope<typeof invitations> }> => {
  const { id } = request.params
  const found =
    email &&
    (await db
      .selectFrom('invitations')
      .select(['tenantId', 'invitedBy'])
      .where('id', '=', id)
      .where('email', '=', email)
      .executeTakeFirst())
  if (!found) throw notFound('invitation')
  const params = { tenantId: String(found.tenantId) }
  const scope = { ...core.scope(invitations, request), params }
  // The inviter may have lost their role since.
  await sql`select void_invitations(${found.invitedBy}::uuid)`.execute(db)
  const invitation = await findRecord(db, scope, id, { lock: true })
  if (!isOpen(invitation, request.services.now())) throw refusal('conflict', 'refusal.invitationOver')
  return { invitation, scope }
}

const accept = async (
  core: Core,
  unit: UnitOfWork,
  request: Request,
  email: string | null,
): Promise<ApiRecord<typeof memberships>> => {
  const { invitation, scope } = await takeMine(core, unit, request, email)
  const { tenantId } = invitation
  const { userId } = request.caller
  const { db } = unit
  const tenant = await db.selectFrom('tenants').select('isActive').where('id', '=', tenantId).executeTakeFirst()
  if (!tenant?.isActive) throw refusal('tenant_inactive', 'refusal.tenantInactive')
  const member = await db
    .selectFrom('memberships')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (member) throw refusal('conflict', 'refusal.memberAlready')
  // Another member may have taken a unique value since, such as a calendar.
  if ((await findTaken(core, db, tenantId, invitation)).length > 0) throw refusal('conflict', 'refusal.invitationOver')
  await deleteRecords(unit, scope, [invitation])
  const brought = Object.fromEntries(
    broughtFields(core).map(name => [name, (invitation as Readonly<Record<string, unknown>>)[name]]),
  )
  return createRecord(unit, { ...core.scope(memberships, request), params: scope.params }, { userId, ...brought })
}

export const myInvitationRoutes = (core: Core): Route[] => [
  implement(coreCalls.invitations.mine, async request => {
    const email = await request.confirmedEmail()
    const { userId } = request.caller
    const now = request.services.now()
    return request.read(async db => (email ? findMine(db, { email, userId, now }) : []))
  }),
  implement(coreCalls.invitations.accept, async request => {
    const email = await request.confirmedEmail()
    return recordReply(await request.write(unit => accept(core, unit, request, email)))
  }),
  implement(coreCalls.invitations.decline, async request => {
    const email = await request.confirmedEmail()
    await request.write(async unit => {
      const { invitation, scope } = await takeMine(core, unit, request, email)
      await updateRecords(unit, scope, [invitation], { state: 'declined' })
    })
  }),
]
