import { eventStream } from '../live/eventStream'
import type { Follower } from '../live/Followers'
import { type MemberCaller, personIn } from './identity/caller'
import { Problem } from './problem'
import type { Services } from './services'

interface Asking {
  caller: MemberCaller
  services: Pick<Services, 'live'>
  authorized: () => Promise<void>
  mayGoOn: Follower['mayGoOn']
}

/**
 * Answers a person with a stream of changes to records: `event: change` with `{resource, ids}`, until they lose access.
 * @param told `isAnonymous` omits ids, for those who may not see all records
 * @throws Problem `rate_limited` if they have too many streams open
 */
export const liveAnswer = async (
  { caller, services, authorized, mayGoOn }: Asking,
  told: { resource: string; also?: readonly string[]; isAnonymous?: boolean },
): Promise<Response> => {
  await authorized()
  const { userId, sessionId } = personIn(caller)
  const onEnd = services.live.admit(userId)
  if (!onEnd) throw new Problem('rate_limited', 'Too many streams are open.', { headers: { 'Retry-After': '30' } })
  const follower = { tenantId: caller.tenant.id, userId, sessionId, mayGoOn }
  return eventStream(services.live, { ...told, follower, onEnd })
}
