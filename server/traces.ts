import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { SECOND } from '../src/time/instant'
import type { Log } from './log'

type Attributes = Readonly<Record<string, string | number>>

/** OTLP's numbers. */
const kinds = { internal: 1, server: 2, client: 3 } as const

interface Context {
  traceId: string
  spanId: string
  isSampled: boolean
}

export interface Span extends Context {
  name: string
  attributes: Attributes
  hasFailed: boolean
}

interface Finished {
  span: Span
  parentId: string | null
  kind: keyof typeof kinds
  /** Epoch milliseconds. */
  begin: number
  end: number
}

interface Exporter {
  endpoint: string
  headers?: string | undefined
  serviceName: string
  version: string
  send: (url: string, init: RequestInit) => Promise<Response>
  log: Log
}

const every = 5 * SECOND
const most = 2_048

const newId = (bytes: number): string => randomBytes(bytes).toString('hex')

/** W3C's `traceparent`. Null if malformed. */
export const readTraceparent = (header: string | undefined): Context | null => {
  const [, traceId = '', spanId = '', flags = ''] =
    /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:$|-)/.exec(header ?? '') ?? []
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export const traceparentOf = ({ traceId, spanId, isSampled }: Context): string =>
  `00-${traceId}-${spanId}-0${isSampled ? 1 : 0}`

const current = new AsyncLocalStorage<Span>()
let gathered: Finished[] = []
let exporter: Exporter | null = null

export const isTracing = (): boolean => exporter !== null

/** Others can continue the trace from this id. */
export const tracedRequestId = (): string | null => {
  const span = current.getStore()
  return span ? `${span.traceId}-${span.spanId}` : null
}

export const contextOfRequest = (requestId: string | null): Context | null =>
  readTraceparent(`00-${requestId ?? ''}-01`)

const finish = (finished: Finished): void => {
  if (finished.span.isSampled && gathered.length < most) gathered.push(finished)
}

const spanIn = (parent: Context | null, name: string, attributes: Attributes): Span => ({
  ...{ traceId: parent?.traceId ?? newId(16), spanId: newId(8), isSampled: parent?.isSampled ?? true },
  ...{ name, attributes, hasFailed: false },
})

export const inSpan = async <T>(
  parent: Context | null,
  { kind, name, attributes = {} }: { kind: keyof typeof kinds; name: string; attributes?: Attributes },
  work: (span: Span) => Promise<T>,
): Promise<T> => {
  const span = spanIn(parent, name, attributes)
  const begin = performance.timeOrigin + performance.now()
  try {
    return await current.run(span, () => work(span))
  } catch (error) {
    span.hasFailed = true
    throw error
  } finally {
    finish({ span, parentId: parent?.spanId ?? null, kind, begin, end: performance.timeOrigin + performance.now() })
  }
}

/** The statement's text and values are not sent. */
export const timeStatement = <T>(sql: string, asked: Promise<T>): Promise<T> => {
  const parent = exporter && current.getStore()
  if (!parent) return asked
  const operation = /^\W*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'statement'
  const span = spanIn(parent, operation, { 'db.system.name': 'postgresql', 'db.operation.name': operation })
  const begin = performance.timeOrigin + performance.now()
  const ended = (hasFailed: boolean) => {
    const end = performance.timeOrigin + performance.now()
    finish({ span: { ...span, hasFailed }, parentId: parent.spanId, kind: 'client', begin, end })
  }
  asked.then(
    () => ended(false),
    () => ended(true),
  )
  return asked
}

const values = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))

const nanoseconds = (ms: number): string => `${BigInt(Math.round(ms * 1_000)) * 1_000n}`

/** OTLP over HTTP, as JSON. */
const bodyOf = (finished: readonly Finished[], { serviceName, version }: Exporter): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: values({ 'service.name': serviceName, 'service.version': version }) },
        scopeSpans: [
          {
            scope: { name: 'slotwise', version },
            spans: finished.map(({ span, parentId, kind, begin, end }) => ({
              ...{ traceId: span.traceId, spanId: span.spanId, ...(parentId && { parentSpanId: parentId }) },
              ...{ name: span.name, kind: kinds[kind], attributes: values(span.attributes) },
              ...{ startTimeUnixNano: nanoseconds(begin), endTimeUnixNano: nanoseconds(end) },
              status: span.hasFailed ? { code: 2 } : {},
            })),
          },
        ],
      },
    ],
  })

const headersOf = (text = ''): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap(pair => {
      const [name = '', ...rest] = pair.split('=')
      return name.trim() ? [[name.trim().toLowerCase(), decodeURIComponent(rest.join('=').trim())]] : []
    }),
  )

/** Sends spans to a collector every five seconds. */
export const startTraces = (given: Exporter): (() => Promise<void>) => {
  exporter = given
  const url = `${given.endpoint}/v1/traces`
  let isAway = false
  const flush = async () => {
    if (gathered.length === 0) return
    const finished = gathered
    gathered = []
    const headers = { ...headersOf(given.headers), 'content-type': 'application/json' }
    const answer = await given.send(url, { method: 'POST', headers, body: bodyOf(finished, given) }).catch(() => null)
    // Logged once, not every five seconds.
    if (!answer?.ok && !isAway)
      given.log('warn', 'traces cannot be handed over: look at OTEL_EXPORTER_OTLP_ENDPOINT', {
        status: answer?.status ?? null,
      })
    isAway = !answer?.ok
  }
  const timer = setInterval(() => void flush(), every)
  timer.unref()
  return async () => {
    clearInterval(timer)
    exporter = null
    await flush()
  }
}
