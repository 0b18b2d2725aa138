import { expect, it } from 'vitest'
import { meQuery } from '../../../src/authProvider/me'
import { createQueryClient } from '../../../src/dataProvider/freshness'
import { registry } from '../../../src/resources'

it('keeps lists fresh for as long as declared, details for no time, and the current user for five minutes', () => {
  const client = createQueryClient(registry)
  expect(client.getQueryDefaults(['channels', 'getList', {}]).staleTime).toBe(30_000)
  expect(client.getQueryDefaults(['channels', 'getOne', {}]).staleTime).toBe(0)
  expect(meQuery(() => Promise.reject(new Error('unused')))).toMatchObject({ staleTime: 300_000, retry: 1 })
})
