import { readServerConfig } from '../config'
import type { Product } from '../crud/product'
import { jsonLog } from '../log'
import { reasons } from '../reasons'
import { startServer } from '../startServer'
import { readWords } from './command'

export const usage = `slotwise start

Serves the product, built if its sources have changed. Environment variables are its settings.`

/** Hosts kill a process after 30 s; exiting earlier reports the failure in the exit code. */
const stopAfter = 25_000

export const run = async (words: string[], { product }: { product: Product }): Promise<void> => {
  readWords(words, usage, {})
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
    throw new Error(`This does not start: ${reasons(error).join('\n  ')}`)
  }
}
