import type { ApiRecord } from '../../audit/change'
import { requireMemberScope } from '../../http/identity/apiKey'
import type { Caller } from '../../http/identity/caller'
import type { Services } from '../../http/services'

const personal = 'includesPersonalData'

/**
 * Refuses a key that may not read personal data whatever decides where this webhook sends some.
 * @throws Problem `scope_missing`
 */
export const requireMayHear = (
  { services, caller }: { services: Services; caller: Caller | null },
  webhook: Pick<ApiRecord, string>,
): void => {
  if (webhook[personal] === true) requireMemberScope(services.apiScopes, caller, personal)
}
