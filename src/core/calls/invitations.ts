import * as z from 'zod/mini'
import { defineCall, described, recordBody, recordOf, shaped } from '../../contract'
import { type Invitation, invitationLimits, invitations } from '../invitations'
import { memberships } from '../memberships'

const tag = 'Invitations'

/** As in the declaration. */
const inviting = { who: 'member', role: 'admin', tenant: { param: 'tenantId' } } as const

export const create = defineCall({
  method: 'POST',
  path: '/tenants/{tenantId}/invitations',
  access: inviting,
  tag,
  operationId: 'createInvitation',
  summary: 'Invite somebody by e-mail address',
  description: `They become a member when they accept. ${invitationLimits}`,
  body: recordBody('InvitationDraft', ['invitedByName']),
  answer: {
    status: 201,
    description: 'The invitation, which is on its way',
    schema: recordOf(invitations),
    headers: 'ETag',
  },
})

export const mine = defineCall({
  method: 'GET',
  path: '/users/me/invitations',
  access: { who: 'signedIn' },
  tag,
  operationId: 'listMyInvitations',
  summary: 'Invitations to me',
  description: 'To the address that I have confirmed; those that I can accept.',
  answer: {
    description: 'The newest first',
    schema: z.array(
      z.object({
        id: z.uuid(),
        tenantId: z.uuid(),
        tenantName: z.string(),
        tenantSlug: z.string(),
        role: shaped<Invitation['role']>({ type: 'string', enum: [...invitations.fields.role.options.values] }),
        invitedByName: described(z.string(), 'The name of who sent it, or their address'),
        createdAt: z.iso.datetime(),
        expiresAt: z.iso.datetime(),
      }),
    ),
  },
})

export const accept = defineCall({
  method: 'POST',
  path: '/users/me/invitations/{id}/accept',
  access: { who: 'signedIn' },
  tag,
  operationId: 'acceptInvitation',
  summary: 'Become a member as I was invited',
  description: 'One that is not mine, was accepted or was withdrawn is not found; one that expired is a conflict.',
  answer: { description: 'My membership', schema: recordOf(memberships), headers: 'ETag' },
})

export const decline = defineCall({
  method: 'POST',
  path: '/users/me/invitations/{id}/decline',
  access: { who: 'signedIn' },
  tag,
  operationId: 'declineInvitation',
  summary: 'Decline an invitation to me',
  description: 'The tenant sees that, and can invite me anew.',
  answer: { status: 204, description: 'It is declined' },
})
