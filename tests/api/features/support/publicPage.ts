import { createHash } from 'node:crypto'
import type { Answered, TestApi } from '../../http/support/fixture'
import { type Business, openBusiness } from './business'

interface Options {
  /** Of the channel. */
  page?: Record<string, unknown>
}

/** A business with a published booking page, and a visitor from some network who calls it. */
export const openPage = async (api: TestApi, { page = {} }: Options = {}) => {
  const business: Business = await openBusiness(api)
  const { rows } = await api.owner.query('select slug from tenants where id = $1', [business.tenantId])
  const slug: string = rows[0].slug
  const channelId = await business.add('channels', {
    name: 'Web',
    code: 'web',
    kind: 'online',
    hasPage: true,
    ...page,
  })

  const send = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answered> => api.request(`/public/${slug}${path}`, { method, body, headers })
  const get = (path: string) => send('GET', path)
  const post = (path: string, body: unknown = {}, headers?: Record<string, string>) => send('POST', path, body, headers)

  /** A challenge and what solves it. */
  const solve = async () => {
    const { challenge, bits } = (await post('/challenges')).body
    const zeros = '0'.repeat(bits)
    for (let nonce = 0; ; nonce++) {
      const hash = createHash('sha256').update(`${challenge}:${nonce}`).digest()
      const binary = Array.from(hash.subarray(0, 4), byte => byte.toString(2).padStart(8, '0')).join('')
      if (binary.startsWith(zeros)) return { challenge, nonce: String(nonce) }
    }
  }
  const hold = async (variantId: string, startsAt: string, more: object = {}) =>
    post('/holds', { variantId, startsAt, ...(await solve()), ...more })
  const ada = { name: 'Ada Lovelace', email: 'ada@example.com' }

  return {
    business,
    slug,
    channelId,
    get,
    post,
    send,
    solve,
    hold,
    confirm: (holdToken: string, body: object = {}, headers?: Record<string, string>) =>
      post(`/holds/${holdToken}/confirm`, { customer: ada, ...body }, headers),
  }
}

export type PublicPage = Awaited<ReturnType<typeof openPage>>
