import { expect } from 'vitest'
import type { Answered, Person, TestApi } from './api'

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

/** Where the record is read that a call answered: what it made, what it changed, or what it did something to. */
const addressOf = ({ routes }: TestApi, url: string, id: string): string | undefined => {
  const [path = ''] = url.split('?')
  const reads = routes.filter(({ method, answer }) => method === 'GET' && answer.headers?.ETag)
  const addresses = [`${path}/${id}`, path, path.replace(/[^/]+\/[^/]+$/, id)]
  return addresses.find(address => address.endsWith(id) && reads.some(read => patternOf(read.path).test(address)))
}

/**
 * Expects that the tag of a writing call's answer is that of a GET, so that whoever keeps the answer asks for nothing anew: as long as
 * nobody has changed the record since.
 */
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
