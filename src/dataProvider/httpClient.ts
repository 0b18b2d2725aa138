import { HttpError } from 'ra-core'
import type { Session } from '../authProvider/createSession'
import { deadline, patience } from './deadline'
import { callHeaders, takeHeadStart } from './headStart'
import { type Query, queryString } from './queryString'
import { compareClocks } from './serverClock'

interface HttpClientOptions {
  apiUrl: string
  session: Pick<Session, 'accessToken' | 'expire' | 'getState'>
  tenantId: string | null
}

export interface Sending {
  blob: Blob
  /** 0 to 1. */
  onProgress: (share: number) => void
}

export interface ApiRequest {
  query?: Query
  body?: unknown
  headers?: Readonly<Record<string, string>>
  file?: Sending
  /** A media type other than JSON makes `data` text. */
  accept?: string
  /** In place of `text()`. Waits as long as an upload. */
  read?: (response: Response) => Promise<unknown>
  signal?: AbortSignal | undefined
}

export interface ApiAnswer {
  /** Undefined for an empty answer. */
  data: unknown
  headers: Headers
}

export type HttpClient = (method: string, path: string, request?: ApiRequest) => Promise<ApiAnswer>

/** HTTP/2 sends no status texts. */
const statusTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

const unknownError = () => new HttpError('Unknown error', 0, { code: 'network' })
const offline = () => new HttpError('You are offline: nothing was saved.', 0, { code: 'offline' })

const noAnswer = (isWrite: boolean, waited: number) =>
  new HttpError(
    `No answer after ${waited / 1000} seconds.${isWrite ? ' It may have been done all the same: look before you try again.' : ''}`,
    0,
    { code: 'timeout' },
  )

/** @throws "Unknown error" for other text */
const parseJson = (text: string): unknown => {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError('Unknown error', 0, { code: 'unexpected_answer' })
  }
}

const parseProblem = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/**
 * The API's only client. Errors say "Unauthorized" (the session ended), "API Error: {status} {statusText}", "Unknown
 * error" (the network failed), or a timeout. `body` is the problem document.
 */
export const createHttpClient = ({ apiUrl, session, tenantId }: HttpClientOptions): HttpClient => {
  const ask = async (
    method: string,
    path: string,
    { query, body, file, headers, accept, read, signal }: ApiRequest,
    reach: <T>(step: Promise<T>) => Promise<T>,
  ): Promise<ApiAnswer> => {
    const token = await reach(session.accessToken())
    // During sign-out, screens send nothing.
    if (!token && session.getState().ended) throw new HttpError('Unauthorized', 401)
    const url = `${apiUrl}${path}${queryString(query)}`
    const sent = {
      method,
      headers: {
        ...callHeaders(token, tenantId, accept),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }
    const send = () =>
      file ? import('./sendFile').then(({ sendFile }) => sendFile(url, sent, file)) : fetch(url, sent)
    const begun = method === 'GET' ? takeHeadStart(url, sent.headers) : undefined
    const response = await reach(begun?.catch(send) ?? send())
    compareClocks(response.headers)
    if (response.status === 401) {
      await session.expire(token)
      throw new HttpError('Unauthorized', 401)
    }
    if (read && response.ok) return { data: await reach(read(response)), headers: response.headers }
    const text = await reach(response.text())
    if (!response.ok) {
      const statusText = response.statusText || statusTexts[response.status] || ''
      throw new HttpError(`API Error: ${response.status} ${statusText}`.trim(), response.status, parseProblem(text))
    }
    return { data: accept ? text : parseJson(text), headers: response.headers }
  }

  return async (method, path, request = {}) => {
    const isWrite = method !== 'GET'
    // A write may have arrived.
    const isLost = isWrite && !navigator.onLine
    const given = request.signal
    const waits = request.file || request.read ? patience.upload : isWrite ? patience.write : patience.read
    const { signal, isOver, clear } = deadline(waits, given)
    const reach = <T>(step: Promise<T>): Promise<T> =>
      step.catch(error => {
        if (given?.aborted) throw error
        throw isOver() ? noAnswer(isWrite, waits) : isLost ? offline() : unknownError()
      })
    return ask(method, path, { ...request, signal }, reach).finally(clear)
  }
}
