import { startReceiver } from '../api/support/receiver'
import { signInOverHttp } from './support/api'
import { removeData, startServer } from './support/server'
import { expect, test } from './support/test'

/** `node scripts/tryFaults.mjs` asks for twenty. */
const rounds = Number(process.env.KILL_ROUNDS ?? 2)

test('every event arrives though the process is killed between commit and delivery', async () => {
  test.setTimeout(60_000 + rounds * 60_000)
  const env = { WEBHOOK_ALLOW_PRIVATE: 'on', WEBHOOK_RETRY_SECONDS: '1,1,1', JOBS_SWEEP_SECONDS: '1' }
  // Slow, so that deliveries are on their way when the process dies.
  const receiver = await startReceiver((_, response) => void setTimeout(() => response.writeHead(204).end(), 100))
  let server = await startServer({ env })
  const { dataDir } = server
  const { headers } = await signInOverHttp(server.url)
  const made = await fetch(`${server.url}/api/webhooks`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url: receiver.url, events: ['customer.created'] }),
  })
  expect(made.status).toBe(201)
  const committed: string[] = []
  for (let round = 0; round < rounds; round++) {
    const { headers } = await signInOverHttp(server.url)
    let written = 0
    const writing = (async () => {
      for (;;) {
        const body = JSON.stringify({ name: `Customer ${round}-${written}` })
        const answer = await fetch(`${server.url}/api/customers`, { method: 'POST', headers, body })
          .then(async response => (response.status === 201 ? ((await response.json()) as { id: string }) : null))
          .catch(() => undefined)
        if (answer === undefined) return
        if (answer) committed.push(answer.id)
        written++
      }
    })()
    await expect.poll(() => written, { timeout: 20_000 }).toBeGreaterThan(8 + round)
    await server.kill()
    await writing
    server = await startServer({ dataDir, env })
  }
  const heard = () => new Set(receiver.received.map(({ body }) => JSON.parse(body).data.id as string))
  await expect.poll(() => committed.filter(id => !heard().has(id)), { timeout: 150_000 }).toEqual([])
  // What arrived more than once has one id.
  const ids = new Map<string, Set<unknown>>()
  for (const { body, headers } of receiver.received) {
    const { id } = JSON.parse(body).data
    ids.set(id, (ids.get(id) ?? new Set()).add(headers['webhook-id']))
  }
  expect([...ids.values()].every(({ size }) => size === 1)).toBe(true)
  await server.stop()
  await receiver.close()
  await removeData(dataDir)
})
