import { invitations } from '../../../src/core'
import { hasRole } from '../../../src/schema'
import { type ActionRequest, type ActionWork, actionsFor, type ResourceHooks } from '../../crud/hooks'
import { findRecord } from '../../crud/scope'
import { updateRecords } from '../../crud/write'
import { Problem } from '../../http/problem'
import type { Core } from '../core'
import { aboveOwnRole, invitationsHooks, newExpiry } from './invitationsHooks'
import { mailOf, sendInvitation } from './sendInvitation'

const resend: ActionWork<unknown, typeof invitations> = async ({ unit, scope, record }) => {
  const { caller } = scope
  if (!hasRole(caller.role, record.role)) throw aboveOwnRole()
  const values = { state: 'pending', invitedBy: caller.userId, expiresAt: newExpiry(unit.now) }
  const [sent = record] = await updateRecords(unit, scope, [record], values)
  return sent
}

/** Runs before the write, since the mail is counted first. */
const mailAgain = (core: Core, request: ActionRequest) =>
  request.read(async db => {
    const { id = '', tenantId = '' } = request.params
    const record = await findRecord(db, core.scope(invitations, request), id)
    return { of: { tenantId, mailbox: record.email }, mail: await mailOf({ db, caller: request.caller }, record) }
  })

export const invitationActionsHooks = (core: Core): ResourceHooks => ({
  ...invitationsHooks(core),
  actions: actionsFor(invitations, { resend }),
  aroundAction: async (request, work) => {
    const { of, mail } = await mailAgain(core, request)
    return sendInvitation(request, of, async () => ({ record: await work(), mail }))
  },
  notOffered: () => new Problem('wrong_status', 'They have declined. Withdraw it before you invite them anew.'),
})
