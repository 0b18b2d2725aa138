import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { readServerConfig } from '../../server/config'
import { product } from '../../server/product'
import { startServer } from '../../server/startServer'
import { demoPassword } from '../../src/resources/demoAccounts'
import { openSlowSockets } from '../api/support/slowSockets'
import type { Bench } from './support/measurement'

const sockets = 300
/** In milliseconds. */
const attackFor = 30_000
const peaceFor = 10_000
const aim = 2_000

const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** Asks one thing after the other for `milliseconds`; how long each answer took, or null for a refusal. */
const askFor = async (url: string, milliseconds: number): Promise<(number | null)[]> => {
  const account = { email: 'admin@demo.test', password: demoPassword }
  const signIn = () => post(`${url}/auth/v1/token?grant_type=password`, account)
  const { access_token } = (await (await signIn()).json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const calls = [
    () => fetch(`${url}/api/users/me`, { headers }),
    () => fetch(`${url}/api/tenants`, { headers }),
    signIn,
  ]
  const times: (number | null)[] = []
  for (const end = performance.now() + milliseconds; performance.now() < end; ) {
    for (const call of calls) {
      const begin = performance.now()
      const answer = await call().catch(() => null)
      await answer?.arrayBuffer()
      times.push(answer?.ok ? performance.now() - begin : null)
    }
  }
  return times
}

const run: Bench['run'] = async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slotwise-slow-'))
  const server = await startServer(
    product,
    readServerConfig({
      ...{ PORT: '0', DATA_DIR: folder, DEMO: 'on' },
      // Or the normal client, who asks as fast as it can, is refused for that.
      ...{ RATE_LIMIT_ACCOUNT: '0', RATE_LIMIT_ADDRESS: '0' },
    }),
    () => {},
    {
      web: 'none',
    },
  )
  const before = await askFor(server.url, peaceFor)
  const slow = await openSlowSockets(server.url, sockets)
  const times = await askFor(server.url, attackFor)
  const { open, closed } = slow.figures()
  slow.stop()
  await server.close()
  await rm(folder, { recursive: true, force: true })
  const inTime = times.filter(time => time !== null && time <= aim).length
  const at = (share: number, all: readonly (number | null)[]) => {
    const sorted = all.map(time => time ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  }
  const peace = (share: number) => ({ what: 'without them', figure: at(share, before) })
  return [
    {
      what: `calls answered within 2 s, of ${times.length}, beside ${open} slow sockets (${closed} closed)`,
      figure: (100 * inTime) / times.length,
      unit: '%',
      aim: 'at least 95 %',
    },
    { what: 'an answer, in the middle', figure: at(0.5, times), unit: 'ms', against: peace(0.5) },
    { what: 'an answer, 95th percentile', figure: at(0.95, times), unit: 'ms', against: peace(0.95), aim: 'under 2 s' },
  ]
}

export default { title: 'A normal client beside three hundred slow sockets', run } satisfies Bench
