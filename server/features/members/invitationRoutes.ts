import { coreCalls } from '../../../src/core/calls'
import { invitations } from '../../../src/resources/invitations'
import { recordReply, resourceRoutes, scopeOf } from '../../crud/routes'
import { implement } from '../../http/implement'
import type { Route } from '../../http/route'
import { addressIn, createInvitation, invitationsHooks } from './invitationsHooks'
import { mailOf, sendInvitation } from './sendInvitation'

/** No answer discloses whether an address has an account. */
export const invitationRoutes: Route[] = [
  implement(coreCalls.invitations.create, async request => {
    const of = { tenantId: request.params.tenantId, mailbox: addressIn(request.body) }
    const record = await sendInvitation(request, of, () =>
      request.write(async unit => {
        const record = await createInvitation(unit, scopeOf(invitations, invitationsHooks, request), request.body)
        return { record, mail: await mailOf(unit, record) }
      }),
    )
    return recordReply(record)
  }),
  ...resourceRoutes(invitations, invitationsHooks, { without: ['create', 'update', 'updateMany'] }),
]
