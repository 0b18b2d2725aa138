import { patience } from './deadline'

type Headers = Readonly<Record<string, string>>

interface Begun {
  url: string
  headers: Headers
  /** Epoch milliseconds. */
  at: number
  answer: Promise<Response>
}

declare global {
  /** By tenant and address without query. Separately built scripts share it. */
  var begunRequests: Map<string, Begun> | undefined
}

globalThis.begunRequests ??= new Map()
const begun = globalThis.begunRequests

const keyOf = (url: string, headers: Headers): string => `${headers['X-Tenant-ID'] ?? ''} ${url.replace(/\?.*/, '')}`

const isSame = (headers: Headers, others: Headers): boolean => JSON.stringify(headers) === JSON.stringify(others)

export const callHeaders = (
  token: string | null,
  tenantId: string | null,
  accept = 'application/json',
): Record<string, string> => ({
  Accept: accept,
  ...(token && { Authorization: `Bearer ${token}` }),
  ...(tenantId && { 'X-Tenant-ID': tenantId }),
})

/** While their code loads. Does not repeat pending requests. */
export const giveHeadStart = (urls: readonly string[], headers: Headers): void => {
  for (const url of urls) {
    const key = keyOf(url, headers)
    const earlier = begun.get(key)
    if (earlier?.url === url && isSame(earlier.headers, headers)) continue
    const answer = fetch(url, { headers, signal: AbortSignal.timeout(patience.read) })
    // It may go untaken.
    answer.catch(() => {})
    begun.set(key, { url, headers, at: Date.now(), answer })
  }
}

/**
 * Undefined if no such GET began, or too long ago. A path's first call drops a request with another query or person.
 */
export const takeHeadStart = (url: string, headers: Headers): Promise<Response> | undefined => {
  const key = keyOf(url, headers)
  const call = begun.get(key)
  begun.delete(key)
  const isGood = call && call.url === url && isSame(call.headers, headers) && Date.now() - call.at < patience.read
  return isGood ? call.answer : undefined
}
