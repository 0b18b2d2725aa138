import { demoPassword, expect } from './test'

/** What a client of the API holds: its token, and how to call as an owner of Harbor Spa. */
export interface Client {
  accessToken: string
  refreshToken: string
  headers: Record<string, string>
}

const json = { 'content-type': 'application/json' }

export const signInOverHttp = async (url: string, email = 'admin@demo.test'): Promise<Client> => {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password: demoPassword }),
  })
  const tokens = (await answer.json()) as { access_token: string; refresh_token: string }
  const authorization = `Bearer ${tokens.access_token}`
  const me = await fetch(`${url}/api/users/me`, { headers: { authorization } })
  const { memberships } = (await me.json()) as { memberships: { tenantId: string }[] }
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    headers: { ...json, authorization, 'x-tenant-id': memberships[0]?.tenantId ?? '' },
  }
}

/** Null when the connection broke, so that the outcome is unknown. */
export const createChannel = (url: string, headers: Record<string, string>, name: string): Promise<number | null> =>
  fetch(`${url}/api/channels`, { method: 'POST', headers, body: JSON.stringify({ name }) }).then(
    async answer => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => null,
  )

export const channelNames = async (url: string, headers: Record<string, string>): Promise<Set<string>> => {
  const names = new Set<string>()
  for (let page = 1; ; page++) {
    const answer = await fetch(`${url}/api/channels?perPage=100&page=${page}`, { headers })
    const records = (await answer.json()) as { name: string }[]
    for (const { name } of records) names.add(name)
    if (records.length < 100) return names
  }
}

/** A client of the API, as an owner of the spa. */
export const spaApi = async (url: string) => {
  const { headers } = await signInOverHttp(url)
  const { 'x-tenant-id': _, ...own } = headers
  const tenants: { id: string; name: string }[] = await (await fetch(`${url}/api/tenants`, { headers: own })).json()
  const tenantId = tenants.find(({ name }) => name === 'Harbor Spa')?.id ?? ''
  const send = async (method: string, path: string, body?: object) => {
    const init = { method, headers: { ...own, 'x-tenant-id': tenantId }, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`${url}/api${path}`, init)
    return { status: answer.status, body: await answer.json() }
  }
  const expectDone = async (method: string, path: string, body?: object) => {
    const answer = await send(method, path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  return {
    send,
    get: (path: string) => expectDone('GET', path),
    post: (path: string, body: object) => expectDone('POST', path, body),
    put: (path: string, body: object) => expectDone('PUT', path, body),
  }
}
