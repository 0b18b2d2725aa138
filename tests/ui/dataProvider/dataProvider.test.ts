import { QueryClient } from '@tanstack/react-query'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDataProvider, type SlotwiseDataProvider } from '../../../src/dataProvider/createDataProvider'
import { createHttpClient } from '../../../src/dataProvider/httpClient'
import { registry } from '../../../src/resources'
import { startNetwork } from '../support'

const server = startNetwork()
const session = {
  accessToken: async () => 'abc',
  expire: async () => {},
  getState: () => ({ user: null, session: null, loading: false, ended: null, isUnreachable: false }),
}
const list = { pagination: { page: 2, perPage: 2 }, sort: { field: 'name', order: 'DESC' as const } }

let provider: SlotwiseDataProvider
let requests: { method: string; url: URL; headers: Headers; body: unknown }[] = []

beforeEach(() => {
  requests = []
  const queryClient = new QueryClient()
  provider = createDataProvider({
    registry,
    http: createHttpClient({ apiUrl: '/api', session, tenantId: 't1' }),
    queryClient,
  })
})

const answer = (method: 'get' | 'post' | 'patch' | 'delete', path: string, reply: () => Response) =>
  server.use(
    http[method](`/api${path}`, async ({ request }) => {
      const text = await request.text()
      requests.push({
        method: request.method,
        url: new URL(request.url),
        headers: request.headers,
        body: text ? JSON.parse(text) : undefined,
      })
      return reply()
    }),
  )

const names = (records: readonly { name?: unknown }[]) => records.map(({ name }) => name)

describe('lists', () => {
  it('ask for one page of a paged API, for the tenant, with the token', async () => {
    answer('get', '/channels', () => HttpResponse.json([{ id: '3', name: 'c' }], { headers: { 'X-Total-Count': '7' } }))
    const { data, total } = await provider.getList('channels', {
      ...list,
      filter: { q: 'x', kind: ['online', 'phone'], isActive: false },
    })
    expect({ names: names(data), total }).toEqual({ names: ['c'], total: 7 })
    expect(requests[0]?.url.search).toBe(
      '?page=2&perPage=2&sort=name&order=DESC&q=x&kind=online&kind=phone&isActive=false',
    )
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer abc')
    expect(requests[0]?.headers.get('x-tenant-id')).toBe('t1')
  })

  it('shape a whole list in the browser, and ask for it once', async () => {
    answer('get', '/channels', () =>
      HttpResponse.json(['a', 'b', 'c'].map(name => ({ id: name, name, isActive: name !== 'b' }))),
    )
    expect(await provider.getList('channels', { ...list, filter: {} })).toMatchObject({
      data: [{ name: 'a' }],
      total: 3,
    })
    expect(
      await provider.getList('channels', { ...list, pagination: { page: 1, perPage: 2 }, filter: { isActive: true } }),
    ).toMatchObject({
      data: [{ name: 'c' }, { name: 'a' }],
      total: 2,
    })
    expect(requests).toHaveLength(1)
  })

  it('do not take what a filter left for the whole', async () => {
    const all = [
      { id: 'a', name: 'a', kind: 'online' },
      { id: 'b', name: 'b', kind: 'phone' },
    ]
    server.use(
      http.get('/api/channels', ({ request }) => {
        const kind = new URL(request.url).searchParams.get('kind')
        return HttpResponse.json(all.filter(each => !kind || each.kind === kind))
      }),
    )
    const page = { ...list, pagination: { page: 1, perPage: 10 } }
    expect((await provider.getList('channels', { ...page, filter: { kind: 'phone' } })).total).toBe(1)
    expect((await provider.getList('channels', { ...page, filter: {} })).total).toBe(2)
  })

  it.each([
    ['204', () => new HttpResponse(null, { status: 204 })],
    ['null', () => HttpResponse.json(null)],
    ['nothing', () => new HttpResponse(null, { status: 200 })],
  ])('are empty for an answer of %s', async (_, reply) => {
    answer('get', '/channels', reply)
    expect(await provider.getList('channels', { ...list, filter: {} })).toEqual({ data: [], total: 0 })
  })

  it('of children take the parent in their path, and refuse to do without it', async () => {
    answer('get', '/tenants/:id/members', () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } }))
    await provider.getManyReference('memberships', { ...list, target: 'tenantId', id: 't9', filter: {} })
    expect(requests[0]?.url.pathname).toBe('/api/tenants/t9/members')
    await expect(provider.getList('memberships', { ...list, filter: {} })).rejects.toThrow(
      'needs the parameter "tenantId"',
    )
  })

  it('of many ids are one request', async () => {
    answer('get', '/channels', () =>
      HttpResponse.json([{ id: 'a' }, { id: 'b' }], { headers: { 'X-Total-Count': '2' } }),
    )
    expect((await provider.getMany('channels', { ids: ['a', 'b'] })).data).toHaveLength(2)
    expect(requests.map(({ url }) => url.searchParams.getAll('ids'))).toEqual([['a', 'b']])
  })
})

describe('writes', () => {
  const before = { id: 'a', name: 'Phone', code: 'phone', kind: 'phone', isActive: true, version: 4, createdAt: 'x' }

  it('send only what changed, under the version that was seen', async () => {
    answer('patch', '/channels/a', () => HttpResponse.json({ ...before, name: 'Hotline', version: 5 }))
    await provider.update('channels', {
      id: 'a',
      data: { ...before, name: 'Hotline', createdAt: 'y' },
      previousData: before,
    })
    expect(requests[0]?.body).toEqual({ name: 'Hotline' })
    expect(requests[0]?.headers.get('if-match')).toBe('"4"')
  })

  it('send what the API takes of a new record', async () => {
    answer('post', '/channels', () => HttpResponse.json({ ...before }, { status: 201 }))
    await provider.create('channels', { data: { name: 'Phone', kind: 'phone', id: 'x', unknown: 1 } })
    expect(requests[0]?.body).toEqual({ name: 'Phone', kind: 'phone' })
  })

  it('of many records are one request, which says how many failed', async () => {
    answer('delete', '/channels', () =>
      HttpResponse.json([
        { id: 'a', ok: true },
        { id: 'b', ok: false, code: 'in_use', detail: 'In use.' },
      ]),
    )
    await expect(provider.deleteMany('channels', { ids: ['a', 'b'] })).rejects.toThrow('1 of 2 failed: In use.')
    expect(requests).toHaveLength(1)
  })
})

describe('errors', () => {
  it('follow the catalogue', async () => {
    answer('get', '/channels/a', () =>
      HttpResponse.json(
        { code: 'validation', errors: { name: 'Required' } },
        { status: 422, statusText: 'Unprocessable Entity' },
      ),
    )
    await expect(provider.getOne('channels', { id: 'a' })).rejects.toMatchObject({
      message: 'API Error: 422 Unprocessable Entity',
      status: 422,
      body: { errors: { name: 'Required' } },
    })
    answer('get', '/channels/a', () => HttpResponse.error())
    await expect(provider.getOne('channels', { id: 'a' })).rejects.toMatchObject({
      message: 'Unknown error',
      status: 0,
    })
    answer('get', '/channels/a', () => new HttpResponse('<html>', { status: 502, statusText: '' }))
    await expect(provider.getOne('channels', { id: 'a' })).rejects.toMatchObject({
      message: 'API Error: 502 Bad Gateway',
    })
  })

  it.each([
    ['a page in place of JSON', () => HttpResponse.html('<!doctype html>')],
    ['something that is no list', () => HttpResponse.json({ error: 'x' })],
    [
      'an answer that breaks off',
      () =>
        new HttpResponse(
          new ReadableStream({
            start: controller => controller.enqueue(new TextEncoder().encode('[{')),
            pull: controller => controller.error(new TypeError('terminated')),
          }),
        ),
    ],
  ])('are unknown for %s, and never an empty list', async (_, reply) => {
    server.use(http.get('/api/channels', reply))
    await expect(provider.getList('channels', { ...list, filter: {} })).rejects.toThrow('Unknown error')
  })

  it('are unknown while nobody can say whether the session goes on, and end nothing', async () => {
    const silent = { ...session, accessToken: () => Promise.reject(new Error('no answer')) }
    const client = createHttpClient({ apiUrl: '/api', session: silent, tenantId: null })
    await expect(client('GET', '/channels')).rejects.toThrow('Unknown error')
  })

  it('do not turn an abandoned request into one', async () => {
    answer('get', '/channels/a', () => HttpResponse.json({ id: 'a' }))
    const controller = new AbortController()
    controller.abort()
    await expect(provider.getOne('channels', { id: 'a', signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})
