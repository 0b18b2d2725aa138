// A process that works off the imports of a tenant, and says how many rows are done, until it is over or killed.
import { createImportQueue } from '../../../../server/crud/imports/importQueue'
import { databaseOn } from '../../../../server/db/database'
import { openServer } from '../../../../server/db/server'
import { noAlarm, quietShift } from '../../../../server/jobs/jobs'
import { LiveEvents } from '../../../../server/live/LiveEvents'
import { product } from '../../../../server/product'

const [place = '{}', tenantId = ''] = process.argv.slice(2)
const server = await openServer(JSON.parse(place))
const database = databaseOn(server)
// What a killed process had leased is free after a minute.
await server.pool.query('update imports set leased_until = null')
const timer = setInterval(async () => {
  const { rows } = await server.pool.query('select done_count from imports order by id desc limit 1')
  process.stdout.write(`${rows[0]?.done_count}\n`)
}, 30)
process.stdout.write('ready\n')
const { resources, hooks, callerColumns, events = null, labels = [] } = product
const log = () => {}
const live = new LiveEvents(database)
const services = { database, log, resources, hooks, callerColumns, events, labels, live, alarm: noAlarm, now: Date.now }
await createImportQueue(services).work(tenantId, quietShift())
clearInterval(timer)
await database.close()
process.exit(0)
