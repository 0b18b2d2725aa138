import { startReceiver } from '../api/support/receiver'
import { signInOverHttp } from './support/api'
import { removeData, startServer } from './support/server'
import { expect, test } from './support/test'
import { moreThan, writeUntilKilled } from './support/writeUntilKilled'

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
    let count = 0
    const write = async () => {
      const body = JSON.stringify({ name: `Customer ${round}-${count++}` })
      const answer = await fetch(`${server.url}/api/customers`, { method: 'POST', headers, body })
      return answer.status === 201 ? ((await answer.json()) as { id: string }).id : null
    }
    committed.push(...(await writeUntilKilled(server, write, moreThan(8 + round))))
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
