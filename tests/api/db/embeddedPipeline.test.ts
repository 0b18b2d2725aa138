import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchWrites } from '../../../server/db/connection'
import { type EmbeddedServer, startWorker } from '../../../server/db/embedded/startWorker'

let server: EmbeddedServer
beforeAll(async () => {
  server = await startWorker({})
}, 60_000)
afterAll(() => server.stop())

test.each([
  ['one after the other', false],
  ['in one packet', true],
])('answers what was sent without waiting, %s, in its order, and warns of nothing', async (_, isBatched) => {
  const warnings: string[] = []
  const hear = ({ message }: Error) => warnings.push(message)
  process.on('warning', hear)
  const client = await server.pool.connect()
  if (isBatched) batchWrites(client)
  const answers = await Promise.allSettled([
    client.query('begin'),
    client.query('select $1::int as a', [1]),
    client.query({ name: 'named', text: 'select $1::int + 1 as a', values: [1] }),
    client.query('commit'),
    client.query('begin'),
    client.query('select 1 / $1::int as a', [0]),
    client.query('select $1::int as a', [5]),
    client.query('commit'),
    client.query({ name: 'named', text: 'select $1::int + 1 as a', values: [9] }),
  ])
  client.release()
  expect(
    answers.map(answer =>
      answer.status === 'fulfilled' ? (answer.value.rows[0]?.a ?? answer.value.command) : answer.reason.code,
    ),
  ).toEqual(['BEGIN', 1, 2, 'COMMIT', 'BEGIN', '22012', '25P02', 'ROLLBACK', 10])
  await setImmediate()
  process.off('warning', hear)
  expect(warnings).toEqual([])
})
