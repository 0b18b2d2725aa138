// Run by `slotwise dev`: tsx restarts this process when the server's sources change.
import { readServerConfig } from '../server/config'
import { jsonLog } from '../server/log'
import { reasons } from '../server/reasons'
import { startServer } from '../server/startServer'
import { loadProduct, readConfig } from './config'
import { slotwise } from './vite/slotwise'

try {
  const config = await readConfig()
  const server = await startServer(await loadProduct(config), readServerConfig(process.env), jsonLog, {
    web: { plugins: slotwise(config) },
  })
  const stop = async () => {
    await server.close()
    process.exit(0)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
} catch (error) {
  process.stderr.write(`This does not start: ${reasons(error).join('\n  ')}\n`)
  process.exit(1)
}
