import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { callGuarded } from '../../../server/outgoing/callGuarded'
import { endings, startBadReceiver } from '../../api/support/badReceiver'
import { startReceiver } from '../../api/support/receiver'

const call = { headers: {}, maxBytes: 1024 * 1024 }

test('an answer that is too large is unzipped no further', async () => {
  // What takes long to zip takes longer than a test may on a busy machine.
  const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024))
  const receiver = await startReceiver((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  })
  const concat = vi.spyOn(Buffer, 'concat')
  expect(await callGuarded({ allowsPrivate: true }, { ...call, url: receiver.url, timeoutMs: 20_000 })).toMatchObject({
    error: 'too_large',
    status: 200,
  })
  const wholes = () => concat.mock.results.filter(({ value }) => value.length > call.maxBytes).length
  const count = wholes()
  // Each further piece would have the whole put together once more.
  await wait(100)
  expect(wholes()).toBe(count)
  concat.mockRestore()
  await receiver.close()
})

test.each(Object.entries(endings))('%s settles the call, and leaves no connection behind', async (_, ending) => {
  const receiver = await startBadReceiver(ending)
  const answer = await callGuarded({ allowsPrivate: true }, { ...call, url: receiver.url, timeoutMs: 300 })
  expect(answer.error).not.toBeNull()
  await expect.poll(() => receiver.figures()).toEqual({ count: 1, open: 0 })
  await receiver.close()
})

test.each(Object.entries(endings))('who gives up waits no longer for %s', async (_, ending) => {
  const receiver = await startBadReceiver(ending)
  const giving = new AbortController()
  const asked = { ...call, url: receiver.url, timeoutMs: 2 ** 30, signal: giving.signal }
  const answering = callGuarded({ allowsPrivate: true }, asked)
  await expect.poll(() => receiver.figures().count).toBe(1)
  giving.abort()
  expect((await answering).error).not.toBeNull()
  expect((await callGuarded({ allowsPrivate: true }, asked)).error).toBe('timeout')
  await receiver.close()
})

test('an upgrade that nobody asked for is an answer with an error', async () => {
  const receiver = await startBadReceiver(endings['an upgrade']!)
  const asked = { ...call, url: receiver.url, timeoutMs: 2 ** 30 }
  expect(await callGuarded({ allowsPrivate: true }, asked)).toMatchObject({ status: 101, error: 'status' })
  await receiver.close()
})
