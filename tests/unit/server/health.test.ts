import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { readyz } from '../../../server/http/health'

const answers = async () => {}
const refuses = () => Promise.reject(new Error('down'))

test.each([
  ['answers 200 while places come free and the database answers', {}, answers, 200],
  ['answers 503 while no place comes free', { isStuck: true }, answers, 503],
  ['answers 503 while the database refuses', {}, refuses, 503],
  ['answers 503 while the process stops', { isStopping: true }, answers, 503],
] as const)('readiness %s', async (_, state: { isStuck?: boolean; isStopping?: boolean }, ping, status) => {
  const { isStuck = false, isStopping = false } = state
  const ready = readyz({ database: { ping }, places: { isStuck: () => isStuck }, isStopping: () => isStopping })
  expect((await new Hono().get('/readyz', ready).request('/readyz')).status).toBe(status)
})
