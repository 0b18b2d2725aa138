import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { firstRequests } from '../../../src/application/prerender'
import { config } from '../../../src/config'
import { createHttpClient } from '../../../src/dataProvider/httpClient'
import { begin } from '../../../src/headStart'
import product from '../../../src/product'
import { resources } from '../../../src/resources'
import { writeChoice } from '../../../src/tenant/tenantChoice'
import { listOf, meAs, renderApp, tenants } from '../layout/support/renderApp'
import { apiUrl, sessionBody, startNetwork, user } from '../support'

const server = startNetwork()
const [harbor, courts] = tenants.map(({ id }) => id) as [string, string]
const list = '/channels?page=1&perPage=25&sort=name&order=ASC'
const account = ['/users/me', '/tenants?page=1&perPage=100&sort=name&order=ASC']

let asked: Request[] = []
/** Answers every list with these records. */
const answer = (...records: object[]) =>
  server.use(
    http.get(`${apiUrl}/*`, ({ request }) => {
      asked.push(request)
      const { pathname } = new URL(request.url)
      if (pathname.endsWith('/tabs')) return HttpResponse.json({ tabs: [] })
      if (pathname.endsWith('/overview')) return HttpResponse.json({ mails: [] })
      return pathname.endsWith('/users/me') ? HttpResponse.json(meAs('owner')) : listOf(records)
    }),
  )
const paths = () => asked.map(({ url }) => url.slice(new URL(url).origin.length + apiUrl.length))

beforeEach(() => {
  asked = []
  globalThis.begunRequests?.clear()
  answer({ id: 'c1', name: 'Website' })
})

/** Keeps a session in this browser as auth-js does. */
const keep = (name = 'token', more: object = {}) => {
  const session = { ...sessionBody(name), expires_at: Math.floor(Date.now() / 1000) + 3600, ...more }
  localStorage.setItem('slotwise.auth', JSON.stringify(session))
  return session.access_token
}

const clientOf = (token: string, tenantId: string | null, expire = vi.fn(async () => {})) =>
  createHttpClient({
    apiUrl,
    tenantId,
    session: {
      accessToken: async () => token,
      expire,
      getState: () => ({ user: null, session: null, loading: false, ended: null, isUnreachable: false }),
    },
  })

const query = { page: 1, perPage: 25, sort: 'name', order: 'ASC' }

describe('before the application is there', () => {
  it('asks for the person, their tenants and the list, with the headers of every call', async () => {
    const token = keep()
    writeChoice({ userId: user.id, tenantId: harbor })
    begin(list)
    await waitFor(() => expect(paths()).toEqual([account[0], list, account[1]]))
    const early = asked.map(({ headers }) => Object.fromEntries(headers))
    await clientOf(token, null)('GET', '/tenants', { query: { ...query, page: 2 } })
    await clientOf(token, harbor)('GET', '/channels', { query: { ...query, page: 2 } })
    const [asPerson, inTenant] = asked.slice(3).map(({ headers }) => Object.fromEntries(headers))
    expect(early).toEqual([asPerson, inTenant, asPerson])
  })

  it.each([
    ['nobody is signed in', () => {}],
    ['the session is to be renewed first', () => void keep('token', { expires_at: Date.now() / 1000 + 80 })],
    [
      'the second step of signing in is to come',
      () => void keep('token', { user: { ...user, factors: [{ id: 'f', status: 'verified', factor_type: 'totp' }] } }),
    ],
  ])('asks nothing when %s', async (_, prepare) => {
    prepare()
    begin(list)
    // A request that was begun would have left before this one.
    await fetch(`${apiUrl}/after`)
    expect(paths()).toEqual(['/after'])
  })

  it.each([
    ['no tenant was chosen', () => {}],
    ['somebody else chose the tenant', () => writeChoice({ userId: 'somebody', tenantId: harbor })],
  ])('leaves the list alone when %s', async (_, prepare) => {
    keep()
    prepare()
    begin(list)
    await waitFor(() => expect(paths()).toEqual(account))
  })

  it('leaves the list alone where the host names the tenant', async () => {
    const { mainDomain } = config
    config.mainDomain = 'example.com'
    keep()
    writeChoice({ userId: user.id, tenantId: harbor })
    begin(list, 'harbor-spa.example.com')
    config.mainDomain = mainDomain
    await waitFor(() => expect(paths()).toEqual(account))
  })
})

describe('what was begun', () => {
  const begun = async () => {
    const token = keep()
    writeChoice({ userId: user.id, tenantId: harbor })
    begin(list)
    await waitFor(() => expect(asked).toHaveLength(3))
    return token
  }
  const lists = () => paths().filter(path => path === list)

  it('is the answer to the first call for it, and to no other', async () => {
    const client = clientOf(await begun(), harbor)
    expect((await client('GET', '/channels', { query })).data).toEqual([{ id: 'c1', name: 'Website' }])
    expect(lists()).toHaveLength(1)
    await client('GET', '/channels', { query })
    expect(lists()).toHaveLength(2)
  })

  it.each([
    ['another tenant', async () => clientOf(await begun(), courts)],
    ['another person', async () => begun().then(() => clientOf('another', harbor))],
  ])('is nothing to %s', async (_, client) => {
    await (await client())('GET', '/channels', { query })
    expect(lists()).toHaveLength(2)
  })

  it('is given up when the list is opened otherwise, so that it is not shown later', async () => {
    const client = clientOf(await begun(), harbor)
    await client('GET', '/channels', { query: { ...query, order: 'DESC' } })
    await client('GET', '/channels', { query })
    expect(lists()).toHaveLength(2)
  })

  it('is given up after half a minute', async () => {
    const client = clientOf(await begun(), harbor)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 31_000)
    await client('GET', '/channels', { query })
    expect(lists()).toHaveLength(2)
  })

  it('ends the session if it was refused', async () => {
    server.use(http.get(`${apiUrl}/channels`, () => HttpResponse.json({}, { status: 401 })))
    const token = keep()
    writeChoice({ userId: user.id, tenantId: harbor })
    begin(list)
    const expire = vi.fn(async () => {})
    await expect(clientOf(token, harbor, expire)('GET', '/channels', { query })).rejects.toThrow('Unauthorized')
    expect(expire).toHaveBeenCalledExactlyOnceWith(token)
  })

  it('is asked for again if the network failed', async () => {
    server.use(http.get(`${apiUrl}/channels`, () => HttpResponse.error(), { once: true }))
    const token = keep()
    writeChoice({ userId: user.id, tenantId: harbor })
    begin(list)
    expect((await clientOf(token, harbor)('GET', '/channels', { query })).data).toHaveLength(1)
  })
})

const requests = Object.entries(firstRequests(product)).filter(([, request]) => request)

it.each(requests)('the list at %s takes what was begun', async (path, begun) => {
  const wanted = begun.split(' ')
  const apis = wanted.map(each => each.replace(/\?.*/, ''))
  answer()
  keep()
  writeChoice({ userId: user.id, tenantId: harbor })
  begin(begun)
  renderApp(server, { path, role: path.startsWith('/superadmin') ? 'superuser' : 'owner' })
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(screen.queryByText(/^Loading/)).toBeNull())
  const first = apis.map(api => `${api}?page=1&perPage=`)
  expect(paths().filter(each => first.some(start => each.startsWith(start)))).toEqual(wanted)
})

it('lists above tenants are left to the guard: nothing is asked for them ahead', async () => {
  const platform = resources.flatMap(({ scope, screens }) => (scope === 'platform' && screens ? [screens.base] : []))
  expect(platform).toContain('/superadmin/users')
  keep()
  writeChoice({ userId: user.id, tenantId: harbor })
  for (const path of platform) {
    asked = []
    globalThis.begunRequests?.clear()
    begin(firstRequests(product)[path])
    await waitFor(() => expect(paths()).toEqual(account))
  }
})
