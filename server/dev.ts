import { readServerConfig } from './config'
import { jsonLog } from './log'
import { product } from './product'
import { reasons } from './reasons'
import { startServer } from './startServer'

// `npm run dev`: tsx restarts this process when the server's sources change.
try {
  const server = await startServer(product, readServerConfig(process.env), jsonLog, { web: 'development' })
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
