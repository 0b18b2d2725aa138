export type LogLevel = 'info' | 'warn' | 'error'
/** Writes an entry to the log of the process, not to a tenant's audit log. */
export type Log = (level: LogLevel, message: string, details?: Record<string, unknown>) => void

/** In milliseconds. Writing each line alone takes a tenth of the process's time. */
const gatherFor = 20

let gathered = ''

const flush = (): void => {
  if (gathered) process.stdout.write(gathered)
  gathered = ''
}

process.once('exit', flush)

/** One JSON object per line; warnings and errors flush at once. Pass ids, never secrets. */
export const jsonLog: Log = (level, message, details) => {
  if (!gathered) setTimeout(flush, gatherFor).unref()
  gathered += `${JSON.stringify({ at: new Date().toISOString(), level, message, ...details })}\n`
  if (level !== 'info') flush()
}
