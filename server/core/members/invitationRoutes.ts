import { invitations } from '../../../src/core'
import { coreCalls } from '../../../src/core/calls'
import { recordReply } from '../../crud/routes'
import { implement } from '../../http/implement'
import type { Route } from '../../http/route'
import type { Core } from '../core'
import { addressIn, createInvitation } from './invitationsHooks'
import { mailOf, sendInvitation } from './sendInvitation'

/** No answer reveals whether an address has an account. */
export const invitationRoutes = (core: Core): Route[] => [
  implement(coreCalls.invitations.create, async request => {
    const of = { tenantId: request.params.tenantId, mailbox: addressIn(request.body) }
    const record = await sendInvitation(request, of, () =>
      request.write(async unit => {
        const record = await createInvitation(unit, core.scope(invitations, request), request.body)
        return { record, mail: await mailOf(unit, record) }
      }),
    )
    return recordReply(record)
  }),
]
