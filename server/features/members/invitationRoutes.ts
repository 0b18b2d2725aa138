import { calls } from '../../../src/calls'
import { invitations } from '../../../src/resources/invitations'
import { hasRole, type Role } from '../../../src/schema'
import { findRecord } from '../../crud/read'
import { recordReply, resourceRoutes, scopeOf } from '../../crud/routes'
import { updateRecords } from '../../crud/write'
import { implement } from '../../http/implement'
import { Problem } from '../../http/problem'
import type { Route } from '../../http/route'
import { aboveOwnRole, createInvitation, invitationsHooks, newExpiry } from './invitationsHooks'
import { mailOf, sendInvitation } from './sendInvitation'

const declined = () => new Problem('wrong_status', 'They have declined. Withdraw it before you invite them anew.')

/** Invitations for a tenant's admins. No answer reveals whether an address has an account. */
export const invitationRoutes: Route[] = [
  implement(calls.invitations.create, async request => {
    const of = { tenantId: request.params.tenantId, mailbox: String(request.body.email ?? '') }
    const record = await sendInvitation(request, of, () =>
      request.write(async unit => {
        const record = await createInvitation(unit, scopeOf(invitations, invitationsHooks, request), request.body)
        return { record, mail: await mailOf(unit, record) }
      }),
    )
    return recordReply(record)
  }),
  implement(calls.invitations.resend, async request => {
    const scope = scopeOf(invitations, invitationsHooks, request)
    const { tenantId, id } = request.params
    // Read separately: the mail is counted before the write, and only the record holds the mailbox.
    const { email } = await request.read(db => findRecord(db, scope, id))
    const record = await sendInvitation(request, { tenantId, mailbox: String(email) }, () =>
      request.write(async unit => {
        const before = await findRecord(unit.db, scope, id, { lock: true })
        if (!hasRole(scope.caller.role, before.role as Role)) throw aboveOwnRole()
        if (before.state === 'declined') throw declined()
        const values = { state: 'pending', invitedBy: scope.caller.userId, expiresAt: newExpiry() }
        const [record = before] = await updateRecords(unit, scope, [before], values)
        return { record, mail: await mailOf(unit, record) }
      }),
    )
    return recordReply(record)
  }),
  ...resourceRoutes(invitations, invitationsHooks, { without: ['create', 'update', 'updateMany'] }),
]
