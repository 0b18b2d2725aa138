import type { ApiScopeValue } from '../../../../src/resources/apiScopes'
import type { Answered, Person, TestApi } from './fixture'

let count = 0

/** Makes an API key as an owner of the tenant. */
export const makeKey = async (
  api: TestApi,
  { tenantId, owner }: { tenantId: string; owner: Person },
  scopes: readonly ApiScopeValue[],
  values: object = {},
): Promise<Answered> =>
  api.request('/api-keys', {
    method: 'POST',
    as: owner,
    tenantId,
    body: { name: `Program ${++count}`, scopes, ...values },
  })
