import { memberships } from '../../../src/resources/memberships'
import { membershipsBehaviour } from '../behaviours/memberships'
import { findRecord } from '../crud/read'
import { scopeOf } from '../crud/routes'
import { refusal } from '../problem'
import { defineRoute } from '../route'

/** Invites a member again who has not signed in yet: the mail was lost, or its link is too old. */
export const resendInviteRoute = defineRoute({
  method: 'POST',
  path: '/tenants/{tenantId}/members/{id}/resend-invite',
  access: { who: 'member', role: 'owner', tenant: { param: 'tenantId' } },
  tag: 'Members',
  operationId: 'resendInvite',
  summary: 'Mail a member’s invitation again',
  answer: { status: 204, description: 'It is on its way' },
  handler: async request => {
    const { users } = request.services
    const member = await request.read(db =>
      findRecord(db, scopeOf(memberships, membershipsBehaviour, request), request.params.id),
    )
    if (!users) throw refusal('conflict', 'refusal.noInvitations')
    const sent = await users.resendInvitation({
      email: String(member.userEmail),
      name: typeof member.userName === 'string' ? member.userName : null,
    })
    if (sent === 'accepted') throw refusal('conflict', 'refusal.hasAccount')
    if (sent === 'limited') throw refusal('rate_limited', 'refusal.mailsLimited')
    return { status: 204 }
  },
})
