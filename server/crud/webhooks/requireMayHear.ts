import type { ApiRecord } from '../../audit/change'
import { requireMemberScope } from '../../http/identity/apiKey'
import type { Caller } from '../../http/identity/caller'
import type { Services } from '../../http/services'

const personal = 'includesPersonalData'

/** Only a key with the scope for personal data may direct a webhook that sends it. */
export const requireMayHear = (
  { services, caller }: { services: Services; caller: Caller | null },
  webhook: Pick<ApiRecord, string>,
): void => {
  if (webhook[personal] === true) requireMemberScope(services.apiScopes, caller, personal)
}
