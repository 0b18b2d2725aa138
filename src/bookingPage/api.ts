import { MINUTE } from '../declare'
import { solve } from './solve'

/** An error of the API. `code` is `unreachable` without an answer in its format. */
export class Refusal extends Error {
  readonly code: string
  readonly body: Readonly<Record<string, unknown>>

  constructor(code: string, body: Readonly<Record<string, unknown>> = {}) {
    super(code)
    this.code = code
    this.body = body
  }
}

interface Options {
  method?: 'GET' | 'POST' | 'DELETE'
  body?: object
  headers?: Record<string, string>
  signal?: AbortSignal
  query?: Readonly<Record<string, string | number | undefined>>
  keepalive?: boolean
}

/** In milliseconds after a write of this tab, during which queries of free times bypass all caches. */
const doubtful = 5000

let wroteAt = Number.NEGATIVE_INFINITY

const freshOf = (url: string, method: string): Record<string, string> =>
  method === 'GET' && /\/availability\b/.test(url) && Date.now() - wroteAt < doubtful ? { fresh: String(wroteAt) } : {}

/**
 * @throws {Refusal}
 * @throws {DOMException} `AbortError` when `signal` aborts
 */
export const call = async <T>(
  url: string,
  { method = 'GET', body, headers, signal, query = {}, keepalive = false }: Options = {},
) => {
  const given = Object.entries({ ...query, ...freshOf(url, method) }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  const response = await fetch(url + search, {
    method,
    credentials: 'omit',
    keepalive,
    ...(signal && { signal }),
    ...(body && { body: JSON.stringify(body) }),
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
  }).catch((error: unknown) => {
    throw error instanceof DOMException && error.name === 'AbortError' ? error : new Refusal('unreachable')
  })
  if (method !== 'GET') wroteAt = Date.now()
  if (response.status === 204) return undefined as T
  // The connection may break off within the body.
  const answer = await response.json().catch(() => null)
  if (!response.ok) throw new Refusal(typeof answer?.code === 'string' ? answer.code : 'unreachable', answer ?? {})
  if (answer === null) throw new Refusal('unreachable')
  return answer as T
}

export interface Solved {
  challenge: string
  nonce: string
}

let next: { promise: Promise<Solved>; until: number } | null = null

const work = async (api: string, channel: string | undefined): Promise<Solved> => {
  const { challenge, bits } = await call<{ challenge: string; bits: number }>(`${api}/challenges`, {
    ...{ method: 'POST', body: {}, query: { channel } },
  })
  return { challenge, nonce: await solve(challenge, bits) }
}

export const prepare = (api: string, channel: string | undefined): void => {
  if (next && next.until > Date.now()) return
  const promise = work(api, channel)
  promise.catch(() => {
    next = null
  })
  next = { promise, until: Date.now() + 8 * MINUTE }
}

export const isRefusedFor = (error: unknown, ...codes: readonly string[]): error is Refusal =>
  error instanceof Refusal && codes.includes(error.code)

/**
 * Retries once with a new challenge if the first is expired or used.
 *
 * @throws {Refusal}
 */
export const withSolved = async <T>(
  api: string,
  channel: string | undefined,
  send: (solution: Solved) => Promise<T>,
): Promise<T> => {
  const attempt = async () => send(await solved(api, channel))
  return attempt().catch((error: unknown) => {
    if (!isRefusedFor(error, 'challenge_failed')) throw error
    return attempt()
  })
}

/** Each solution is valid for one call. */
const solved = async (api: string, channel: string | undefined): Promise<Solved> => {
  prepare(api, channel)
  const taken = next
  next = null
  return taken ? taken.promise : work(api, channel)
}
