export type LogLevel = 'info' | 'warn' | 'error'
export type Log = (level: LogLevel, message: string, details?: Record<string, unknown>) => void

/** Writes one JSON object a line to standard output. Callers pass ids, never secrets. */
export const jsonLog: Log = (level, message, details) => {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), level, message, ...details })}\n`)
}
