// Run by `slotwise dev`. tsx restarts this process when the server's sources change.
import { readServerConfig } from '../server/config'
import { createLog } from '../server/log'
import { reasons } from '../server/reasons'
import { stopOnSignals } from '../server/start/stopOnSignals'
import { startServer } from '../server/startServer'
import { slotwise } from '../vite.config'
import { loadProduct, readConfig } from './config'

try {
  const config = await readConfig()
  const product = await loadProduct(config)
  const settings = readServerConfig(process.env, product)
  const log = createLog(settings)
  stopOnSignals(await startServer(product, settings, log, { web: { plugins: slotwise(config) } }), settings, log)
} catch (error) {
  process.stderr.write(`This does not start: ${reasons(error).join('\n  ')}\n`)
  process.exit(1)
}
