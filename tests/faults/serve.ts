// The server as it stands in the source, for histories of a build that is not there (`--source`).
import { readServerConfig } from '../../server/config'
import { createLog } from '../../server/log'
import { product } from '../../server/product'
import { startServer } from '../../server/startServer'

const config = readServerConfig(process.env)
const server = await startServer(product, config, createLog(config), { web: 'none' })
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
