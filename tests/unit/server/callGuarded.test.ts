import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { callGuarded } from '../../../server/outgoing/callGuarded'
import { startReceiver } from '../../api/support/receiver'

test('an answer that is too large is unzipped no further', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
  const receiver = await startReceiver((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  })
  const concat = vi.spyOn(Buffer, 'concat')
  const call = { url: receiver.url, headers: {}, timeoutMs: 20_000, maxBytes: 1024 * 1024 }
  expect(await callGuarded({ allowsPrivate: true }, call)).toMatchObject({ error: 'too_large', status: 200 })
  const count = concat.mock.calls.length
  // Each further piece would have the whole put together once more.
  await wait(100)
  expect(concat.mock.calls.length).toBe(count)
  concat.mockRestore()
  await receiver.close()
})
