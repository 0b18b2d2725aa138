import { styleText } from 'node:util'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
/** Writes to the process's log, not to a tenant's audit log. */
export type Log = (level: LogLevel, message: string, details?: Record<string, unknown>) => void

interface LogOptions {
  LOG_LEVEL: LogLevel
  LOG_FORMAT?: 'json' | 'pretty' | undefined
}

/** Milliseconds. Writing each line separately takes a tenth of the process's time. */
const gatherFor = 20

let gathered = ''

const flush = (): void => {
  if (gathered) process.stdout.write(gathered)
  gathered = ''
}

process.once('exit', flush)
// The log's reader may go away, and its disk may be full: neither ends the server.
process.stdout.on('error', () => {})

const weight: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 }

type Line = (level: LogLevel, message: string, details?: Record<string, unknown>) => string

const jsonLine: Line = (level, message, details) =>
  JSON.stringify({ at: new Date().toISOString(), level, message, ...details })

const color = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red' } as const

/** `12:30:00 info  open http://localhost:3000 database=embedded ms=812` */
const prettyLine: Line = (level, message, { url, ...details } = {}) => {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    process.stdout.hasColors?.() ? styleText(style, text) : text
  const said = message === 'ready' && typeof url === 'string' ? `open ${url}` : message
  const rest = Object.entries(url === undefined || message === 'ready' ? details : { url, ...details })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${paint('gray', `${name}=`)}${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const at = paint('gray', new Date().toTimeString().slice(0, 8))
  return [at, paint(color[level], level.padEnd(5)), said, ...rest].join(' ')
}

/** Warnings and errors flush at once. Pass ids, never secrets. */
export const createLog = ({ LOG_LEVEL, LOG_FORMAT = process.stdout.isTTY ? 'pretty' : 'json' }: LogOptions): Log => {
  const line = LOG_FORMAT === 'pretty' ? prettyLine : jsonLine
  return (level, message, details) => {
    if (weight[level] < weight[LOG_LEVEL]) return
    if (!gathered) setTimeout(flush, gatherFor).unref()
    gathered += `${line(level, message, details)}\n`
    if (level !== 'info') flush()
  }
}
