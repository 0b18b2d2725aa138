import { lookup as resolve } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isAddressAllowed, isUrlAllowed, type OutgoingSettings } from './addresses'

export type OutgoingError =
  | 'timeout'
  | 'connection'
  | 'tls'
  | 'dns'
  | 'blocked_address'
  | 'redirect'
  | 'status'
  | 'too_large'

export interface OutgoingAnswer {
  status: number | null
  error: OutgoingError | null
  headers: http.IncomingHttpHeaders
  body: Buffer
  durationMs: number
}

export interface OutgoingCall {
  url: string
  headers: Readonly<Record<string, string>>
  body?: string
  timeoutMs: number
  /** Of the decompressed answer. */
  maxBytes: number
  signal?: AbortSignal
}

class Blocked extends Error {}

/** Checks the addresses of the connection's own look-up, since a second one could answer differently. */
export const guardedLookup =
  (settings: OutgoingSettings, find: typeof resolve = resolve): LookupFunction =>
  (host, options, callback) => {
    find(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      if (addresses.length === 0 || !addresses.every(({ address }) => isAddressAllowed(address, settings)))
        return callback(new Blocked(`${host} leads to an address that is not allowed`), [])
      if (options.all) return callback(null, addresses)
      const [first] = addresses
      callback(null, first?.address ?? '', first?.family)
    })
  }

const tlsCodes =
  /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/

const errorOf = (error: unknown): OutgoingError => {
  if (error instanceof Blocked || (error as { cause?: unknown }).cause instanceof Blocked) return 'blocked_address'
  const { code = '' } = error as { code?: string }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return 'dns'
  return tlsCodes.test(code) ? 'tls' : 'connection'
}

const statusError = (status: number, { headers }: Pick<OutgoingCall, 'headers'>): OutgoingError | null => {
  const isConditional = 'if-none-match' in headers || 'if-modified-since' in headers
  if ((status >= 200 && status < 300) || (status === 304 && isConditional)) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

const unzipped = (answer: http.IncomingMessage): Readable => {
  switch (answer.headers['content-encoding']) {
    case 'gzip':
      return answer.pipe(createGunzip())
    case 'deflate':
      return answer.pipe(createInflate())
    case 'br':
      return answer.pipe(createBrotliDecompress())
    default:
      return answer
  }
}

/**
 * Calls an address that a user typed. Never throws, settles within `timeoutMs`, follows no redirect, keeps no cookie
 * and ignores the environment's proxies.
 */
export const callGuarded = (
  settings: OutgoingSettings,
  { url, headers, body, timeoutMs, maxBytes, signal }: OutgoingCall,
  lookup: LookupFunction = guardedLookup(settings),
): Promise<OutgoingAnswer> => {
  const startedAt = performance.now()
  const parts: Buffer[] = []
  let size = 0
  let status: number | null = null
  let answered: http.IncomingHttpHeaders = {}
  const outcome = (error: OutgoingError | null): OutgoingAnswer => ({
    status,
    error,
    headers: answered,
    body: Buffer.concat(parts).subarray(0, maxBytes),
    durationMs: Math.round(performance.now() - startedAt),
  })
  if (!isUrlAllowed(url, settings)) return Promise.resolve(outcome('blocked_address'))
  return new Promise(settle => {
    const payload = body === undefined ? undefined : Buffer.from(body)
    const { request } = url.startsWith('https:') ? https : http
    let isOver = false
    const end = (error: OutgoingError | null) => {
      if (isOver) return
      isOver = true
      clearTimeout(late)
      signal?.removeEventListener('abort', giveUp)
      settle(outcome(error))
      asking.destroy()
    }
    const giveUp = () => end('timeout')
    const fail = (error: Error) => end(errorOf(error))
    // Node.js ignores an abort signal once the request's socket is detached.
    const late = setTimeout(giveUp, timeoutMs)
    const asking = request(url, {
      method: payload ? 'POST' : 'GET',
      headers: { ...headers, ...(payload && { 'content-length': payload.length }) },
      agent: false,
      lookup,
    })
    asking.on('error', fail)
    asking.on('close', () => {
      // An answer that has begun may still be decompressing.
      if (status === null) end('connection')
    })
    asking.on('upgrade', (answer, socket) => {
      socket.destroy()
      status = answer.statusCode ?? 0
      answered = answer.headers
      end('status')
    })
    asking.on('response', answer => {
      status = answer.statusCode ?? 0
      answered = answer.headers
      const verdict = statusError(status, { headers })
      answer.on('error', fail)
      const content = unzipped(answer)
      if (content !== answer) content.on('error', fail)
      content.on('data', (part: Buffer) => {
        parts.push(part)
        size += part.length
        if (size <= maxBytes) return
        // A few bytes can unzip to gigabytes.
        content.destroy()
        end(verdict ?? 'too_large')
      })
      content.on('end', () => end(verdict))
    })
    if (signal?.aborted) return giveUp()
    signal?.addEventListener('abort', giveUp)
    asking.end(payload)
  })
}
