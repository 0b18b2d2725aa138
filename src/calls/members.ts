import { defineCall } from '../contract'

export const endSessions = defineCall({
  method: 'POST',
  path: '/tenants/{tenantId}/members/{id}/end-sessions',
  access: { who: 'member', role: 'owner', tenant: { param: 'tenantId' } },
  tag: 'Members',
  operationId: 'endMemberSessions',
  summary: 'Sign a member out everywhere',
  description: 'Of the embedded auth service; a hosted project has no such call, and the answer is a conflict.',
  answer: { status: 204, description: 'All their sessions have ended' },
})
