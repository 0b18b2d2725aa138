import { readServerConfig } from './config'
import { jsonLog } from './log'
import { product } from './product'
import { reasons } from './reasons'
import { startServer } from './startServer'

/** Hosts kill a process after 30 s; exiting earlier reports the failure in the exit code. */
const stopAfter = 25_000

try {
  const server = await startServer(product, readServerConfig(process.env), jsonLog)
  const stop = async (signal: string) => {
    jsonLog('info', 'stopping', { signal })
    // An open connection must not keep the process alive.
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
