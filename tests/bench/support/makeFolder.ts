// Makes an embedded database in this folder, in a process whose memory is nobody's burden afterwards.
import { openServer } from '../../../server/db/server'

const [dataDir = ''] = process.argv.slice(2)
const server = await openServer({ dataDir })
await server.stop()
process.exit()
