import { readServerConfig } from './config'
import { jsonLog } from './log'
import { startServer } from './startServer'

// `npm run dev`: the web application with hot reload; tsx restarts this process when the server's sources change.
const server = await startServer(readServerConfig(process.env), jsonLog, { development: true })
const stop = async () => {
  await server.close()
  process.exit(0)
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
