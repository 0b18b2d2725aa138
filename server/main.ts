import { readServerConfig } from './config'
import { jsonLog } from './log'
import { startServer } from './startServer'

/** Hosts kill what has not ended after 30 s; this says so in the exit code before. In milliseconds. */
const stopAfter = 25_000

/** What went wrong, and why. */
const reasons = (error: unknown): string[] =>
  error instanceof Error ? [error.message, ...(error.cause ? reasons(error.cause) : [])] : [String(error)]

try {
  const server = await startServer(readServerConfig(process.env), jsonLog)
  const stop = async (signal: string) => {
    jsonLog('info', 'stopping', { signal })
    // Somebody's open connection must not keep the process alive for ever.
    setTimeout(() => process.exit(1), stopAfter).unref()
    await server.close()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  process.stderr.write(`Slotwise cannot start: ${reasons(error).join('\n  ')}\n`)
  process.exit(1)
}
