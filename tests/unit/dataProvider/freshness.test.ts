import { expect, it } from 'vitest'
import { createAccountClient } from '../../../src/authProvider/accountClient'
import { createQueryClient } from '../../../src/dataProvider/freshness'

it('keeps lists fresh for as long as declared, details for no time, and the current user for five minutes', () => {
  const client = createQueryClient()
  expect(client.getQueryDefaults(['channels', 'getList', {}]).staleTime).toBe(30_000)
  expect(client.getQueryDefaults(['channels', 'getOne', {}]).staleTime).toBe(0)
  expect(createAccountClient().getQueryDefaults(['users', 'me'])).toMatchObject({ staleTime: 300_000, retry: 1 })
})
