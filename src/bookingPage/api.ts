import { MINUTE } from '../declare'
import { solve } from './solve'

/** `code` is `unreachable` unless the API answered in its format. */
export class Refusal extends Error {
  readonly code: string
  readonly body: Readonly<Record<string, unknown>>
  /** Seconds; null if waiting does not help. */
  readonly wait: number | null

  constructor(code: string, body: Readonly<Record<string, unknown>> = {}, wait: number | null = null) {
    super(code)
    this.code = code
    this.body = body
    this.wait = wait
  }
}

interface Options {
  method?: 'GET' | 'POST' | 'DELETE'
  body?: object
  headers?: Record<string, string>
  signal?: AbortSignal
  query?: Readonly<Record<string, string | number | undefined>>
  keepalive?: boolean
  /** Milliseconds per try, without a `signal`. */
  timeout?: number
  /** Retries in a crowd, as reads do. Only for writes that may repeat. */
  isPatient?: boolean
}

/** Seconds; beyond, the visitor decides. */
const longestWait = 30

const waitOf = (response: Response): number | null => {
  const seconds = Number(response.headers.get('Retry-After') || Number.NaN)
  return (response.status === 503 || response.status === 429) && seconds <= longestWait ? seconds : null
}

const standing = new Set<(seconds: number | null) => void>()

/** `tell` gets the seconds until the next try; null without a waiting call. */
export const watchLine = (tell: (seconds: number | null) => void): (() => void) => {
  standing.add(tell)
  return () => void standing.delete(tell)
}

const tellLine = (seconds: number | null): void => {
  for (const tell of standing) tell(seconds)
}

/** Spreads the tries. @throws {DOMException} `AbortError` when `signal` aborts */
const standInLine = async (seconds: number, signal: AbortSignal | undefined): Promise<void> => {
  tellLine(seconds)
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000 * (1 + Math.random() / 2))
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('The call was given up.', 'AbortError'))
    })
  }).finally(() => tellLine(null))
}

/** Milliseconds after a write in which reads of free times bypass caches. */
const doubtful = 5000

let wroteAt = Number.NEGATIVE_INFINITY

const asksForTimes = (url: string): boolean => /\/availability\b/.test(url)

/** POST reads a visit's times. */
const isRead = (url: string, method: string): boolean => method === 'GET' || asksForTimes(url)

const freshOf = (url: string): Record<string, string> =>
  asksForTimes(url) && Date.now() - wroteAt < doubtful ? { fresh: String(wroteAt) } : {}

const attempt = async <T>(
  url: string,
  { method = 'GET', body, headers, signal, timeout, keepalive = false }: Options,
): Promise<T> => {
  const end = signal ?? (timeout === undefined ? undefined : AbortSignal.timeout(timeout))
  const response = await fetch(url, {
    method,
    credentials: 'omit',
    keepalive,
    ...(end && { signal: end }),
    ...(body && { body: JSON.stringify(body) }),
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...headers },
  }).catch((error: unknown) => {
    throw error instanceof DOMException && error.name === 'AbortError' ? error : new Refusal('unreachable')
  })
  if (!isRead(url, method)) wroteAt = Date.now()
  if (response.status === 204) return undefined as T
  // The connection may break within the body.
  const answer = await response.json().catch(() => null)
  if (!response.ok)
    throw new Refusal(typeof answer?.code === 'string' ? answer.code : 'unreachable', answer ?? {}, waitOf(response))
  if (answer === null) throw new Refusal('unreachable')
  return answer as T
}

/**
 * @throws {Refusal}
 * @throws {DOMException} `AbortError` when `signal` aborts
 */
export const call = async <T>(url: string, { query = {}, ...options }: Options = {}): Promise<T> => {
  const { method = 'GET', signal, isPatient = isRead(url, method) } = options
  const given = Object.entries({ ...query, ...freshOf(url) }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const address = given.length > 0 ? `${url}?${new URLSearchParams(given)}` : url
  for (const until = Date.now() + 2 * MINUTE; ; ) {
    try {
      return await attempt<T>(address, options)
    } catch (error) {
      const wait = error instanceof Refusal && isPatient ? error.wait : null
      if (wait === null || Date.now() + wait * 1000 > until) throw error
      await standInLine(wait, signal)
    }
  }
}

export interface Solved {
  challenge: string
  nonce: string
}

let next: { promise: Promise<Solved>; until: number } | null = null

const work = async (api: string, channel: string | undefined): Promise<Solved> => {
  const { challenge, bits } = await call<{ challenge: string; bits: number }>(`${api}/challenges`, {
    ...{ method: 'POST', body: {}, query: { channel }, isPatient: true },
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

/** Retries once: the first challenge may be expired or used. @throws {Refusal} */
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

const solved = async (api: string, channel: string | undefined): Promise<Solved> => {
  prepare(api, channel)
  const taken = next
  next = null
  return taken ? taken.promise : work(api, channel)
}
