import { expect, test } from 'vitest'
import { patientFetch } from '../../../server/outgoing/patientFetch'
import { endings, startBadReceiver } from '../../api/support/badReceiver'
import { startReceiver } from '../../api/support/receiver'

test.each(Object.entries(endings))('%s settles the call', async (_, ending) => {
  const receiver = await startBadReceiver(ending)
  const [outcome] = await Promise.allSettled([patientFetch(300)(receiver.url)])
  // A zipped body of no known length may end anywhere.
  expect(outcome.status).toBe(ending === endings['a close in a zipped body'] ? 'fulfilled' : 'rejected')
  await receiver.close()
})

test('an answer is what the service says, with or without a body', async () => {
  const receiver = await startReceiver(({ path, body }, response) => {
    if (path === '/empty') response.writeHead(204).end()
    else response.writeHead(404, { 'x-said': 'no' }).end(`no ${body}`)
  })
  const refused = await patientFetch(2 ** 30)(`${receiver.url}/it`, { method: 'POST', body: 'such thing' })
  expect([refused.status, refused.headers.get('x-said'), await refused.text()]).toEqual([404, 'no', 'no such thing'])
  expect((await patientFetch(2 ** 30)(`${receiver.url}/empty`)).status).toBe(204)
  await receiver.close()
})

test('who gives up waits no longer', async () => {
  const receiver = await startBadReceiver(endings['no answer']!)
  const giving = new AbortController()
  const asking = patientFetch(2 ** 30)(receiver.url, { signal: giving.signal })
  await expect.poll(() => receiver.figures().count).toBe(1)
  giving.abort()
  await expect(asking).rejects.toThrow()
  await expect(patientFetch(2 ** 30)(receiver.url, { signal: giving.signal })).rejects.toThrow()
  expect(receiver.figures().count).toBe(1)
  await receiver.close()
})
