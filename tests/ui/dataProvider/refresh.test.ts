import { QueryClient } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createDataProvider, type SlotwiseDataProvider } from '../../../src/dataProvider/createDataProvider'
import { createHttpClient } from '../../../src/dataProvider/httpClient'
import { registry } from '../../../src/resources'
import { availabilityKey, effects } from '../../../src/resources/effects'
import { startNetwork } from '../support'

const server = startNetwork()
const session = {
  accessToken: async () => 'abc',
  expire: async () => {},
  getState: () => ({ user: null, session: null, loading: false, ended: null, isUnreachable: false }),
}

const kept = [...registry.all.map(({ name }) => name), availabilityKey]
let client: QueryClient
let provider: SlotwiseDataProvider

beforeEach(() => {
  client = new QueryClient()
  for (const key of kept) client.setQueryData([key, 'getList', {}], [])
  provider = createDataProvider({
    registry,
    effects,
    queryClient: client,
    http: createHttpClient({ apiUrl: '/api', session, tenantId: 't1' }),
  })
  server.use(
    http.all('/api/*', ({ request }) =>
      request.url.includes('refused')
        ? HttpResponse.json({ detail: 'no' }, { status: 409 })
        : HttpResponse.json({ id: '1', name: 'a' }),
    ),
  )
})

const stale = () => kept.filter(key => client.getQueryState([key, 'getList', {}])?.isInvalidated)
const expectStale = (...keys: string[]) => expect.poll(stale).toEqual(expect.arrayContaining(keys))
/** Every refresh that is due has been made: timers run in the order in which they were set. */
const settled = () => new Promise(resolve => setTimeout(resolve))

describe('a write refreshes', () => {
  it('both ends of every reference, and nothing else', async () => {
    await provider.update('schedules', { id: '1', data: { name: 'b' }, previousData: { id: '1', name: 'a' } })
    await expectStale('schedules', 'timeslots')
    expect(stale()).not.toContain('channels')
  })

  it('after whoever made it has written the answer into the cache', async () => {
    await provider.create('channels', { data: { name: 'a' } })
    client.setQueryData(['channels', 'getList', {}], [{ id: '1' }])
    await expectStale('channels')
  })

  it('once, when several follow each other', async () => {
    const refreshed = vi.spyOn(client, 'invalidateQueries')
    await provider.delete('channels', { id: '1' })
    await provider.delete('channels', { id: '2' })
    await expectStale('channels')
    expect(refreshed.mock.calls.filter(([filters]) => filters?.queryKey?.[0] === 'channels')).toHaveLength(1)
  })

  it('what a call changes: by its address, or as declared', async () => {
    await provider.request('POST', '/customers/{id}/merge', { params: { id: '1' }, body: { intoId: '2' } })
    await expectStale('customers')
    expect(stale()).not.toContain('timeslots')
    await provider.request('POST', '/schedules/{scheduleId}/timeslots/bulk', { params: { scheduleId: '1' }, body: {} })
    await expectStale('timeslots', 'bookings', availabilityKey)
  })

  it('nothing when it was refused, unless it may have been done in part', async () => {
    await expect(provider.delete('channels', { id: 'refused' })).rejects.toThrow()
    await settled()
    expect(stale()).toEqual([])
    await expect(provider.deleteMany('channels', { ids: ['refused'] })).rejects.toThrow()
    await expectStale('channels')
  })

  it('nothing after a question', async () => {
    const params = { id: '1' }
    await provider.request('POST', '/bookings/quote', { body: {} })
    await provider.request('POST', '/schedules/{id}/generate', { params, body: { dryRun: true } })
    await provider.request('GET', '/bookings/{id}/history', { params })
    await settled()
    expect(stale()).toEqual([])
    await provider.request('POST', '/schedules/{id}/generate', { params, body: {} })
    await expectStale('timeslots', availabilityKey)
  })
})
