import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { refreshAccount } from '../../../src/tenant/refreshAccount'

const isRefreshedBy = async (method: string, path: string): Promise<boolean> => {
  const account = new QueryClient()
  account.setQueryData(['me'], {})
  const http = refreshAccount(async () => ({ data: null, headers: new Headers() }), account)
  await http(method, path)
  return account.getQueryState(['me'])?.isInvalidated === true
}

it.each([
  ['PATCH', '/tenants/1', true],
  ['POST', '/tenants', true],
  ['DELETE', '/tenants/1/members/2', true],
  ['PATCH', '/users/1', true],
  ['GET', '/tenants', false],
  ['POST', '/tenantsettings', false],
  ['PATCH', '/channels/1', false],
])('%s %s refreshes the account: %s', async (method, path, expected) => {
  expect(await isRefreshedBy(method, path)).toBe(expected)
})
