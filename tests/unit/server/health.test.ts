import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { readyz } from '../../../server/http/health'

test.each([
  ['answers 200 while places come free and the database answers', false, async () => {}, 200],
  ['answers 503 while no place comes free', true, async () => {}, 503],
  ['answers 503 while the database refuses', false, () => Promise.reject(new Error('down')), 503],
] as const)('readiness %s', async (_, isStuck, ping, status) => {
  const app = new Hono().get('/readyz', readyz({ ping }, { isStuck: () => isStuck }))
  expect((await app.request('/readyz')).status).toBe(status)
})
