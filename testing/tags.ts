import { expect } from 'vitest'
import type { Answered, Person, TestApi } from './api'

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

const addressOf = ({ routes }: TestApi, url: string, id: string): string | undefined => {
  const [path = ''] = url.split('?')
  const reads = routes.filter(({ method, answer }) => method === 'GET' && answer.headers === 'ETag')
  const addresses = [`${path}/${id}`, path, path.replace(/[^/]+\/[^/]+$/, id)]
  return addresses.find(address => address.endsWith(id) && reads.some(read => patternOf(read.path).test(address)))
}

export const expectSameTag = async (
  api: TestApi,
  { url, as, tenantId }: { url: string; as: Person; tenantId: string },
  { headers, body }: Answered,
): Promise<void> => {
  const tag = headers.get('etag')
  const address = tag && body?.id && addressOf(api, url, body.id)
  if (!address) return
  const read = await api.request(address, { as, tenantId, headers: { 'If-None-Match': tag } })
  if (read.status === 304) return expect(read.headers.get('etag')).toBe(tag)
  const isSame = read.status === 200 && read.body.version === body.version
  if (isSame) expect({ tag: read.headers.get('etag'), ...read.body }, `after ${url}`).toEqual({ tag, ...body })
}
