import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readServerConfig } from '../../../server/config'
import { product } from '../../../server/product'
import { type RunningServer, startServer } from '../../../server/startServer'
import { png } from '../http/support/fileSamples'

let server: RunningServer
let folder: string
let token: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-uploads-'))
  const config = readServerConfig({ DATA_DIR: folder, DEMO: 'off', PORT: '0', MAX_REQUESTS: '64' })
  server = await startServer(product, config, () => {}, { web: 'none', bodyTimeout: 500 })
  const answer = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'a-good-password-1' }),
  })
  token = ((await answer.json()) as { access_token: string }).access_token
}, 120_000)
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** Begins an upload of this size; returns its request and its status. */
const begin = (length: number) => {
  const request = http.request(`${server.url}/api/uploads/users/avatar`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-length': length },
  })
  request.on('error', () => {})
  const status = once(request, 'response').then(([response]) => {
    response.resume()
    return response.statusCode as number
  })
  // It may fail before anything awaits it.
  status.catch(() => {})
  return { request, status }
}

test('A slow upload arrives as long as its bytes keep coming, and one that stops is refused', async () => {
  const bytes = png(1, 1, 'x'.repeat(400_000))
  const [steady, stopped] = [begin(bytes.length), begin(bytes.length)]
  stopped.request.write(bytes.subarray(0, 100))
  for (let at = 0; at < bytes.length; at += 40_000) {
    steady.request.write(bytes.subarray(at, at + 40_000))
    await wait(100)
  }
  steady.request.end()
  expect(await stopped.status).toBe(408)
  expect(await steady.status).toBe(201)
})

test('One person fills only so much memory with uploads, and other calls go on meanwhile', async () => {
  const slow = Array.from({ length: 24 }, () => begin(2 * 1024 * 1024 - 1))
  for (const { request } of slow) request.write('x')
  for (let round = 0; round < 5; round++) {
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${server.url}/api/users/me`, { headers })).status).toBe(200)
  }
  const statuses = await Promise.all(slow.map(({ status }) => status))
  expect(new Set(statuses)).toEqual(new Set([408, 503]))
})
