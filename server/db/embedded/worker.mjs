// PostgreSQL has a thread of its own, since a query blocks it. Plain JavaScript runs both from the sources and beside
// the bundle.
import crypto from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/**
 * @typedef {object} WorkerOptions
 * @property {WebAssembly.Module} engine
 * @property {string} [folder] where the cluster is; in memory when absent
 * @property {string} [dump] a gzip dump to begin from, only in memory
 * @property {boolean} [isRepeatable] time stands still and chance is the same each time, so that two dumps are equal
 */

/**
 * Bytes of the wire protocol, or a command.
 * @typedef {Uint8Array | 'dump' | 'close'} Request
 */

/**
 * Bytes of the wire protocol, a gzip dump, or the worker's state.
 * @typedef {Uint8Array | { dump: Uint8Array } | 'ready' | 'closed' | 'broken'} Response
 */

const { engine, folder, dump, isRepeatable } = /** @type {WorkerOptions} */ (workerData)

if (isRepeatable) {
  const now = Date.UTC(2020, 0, 1)
  Date.now = () => now
  globalThis.Date = new Proxy(Date, {
    construct: (date, given) => Reflect.construct(date, given.length > 0 ? given : [now]),
  })
  let last = 1
  crypto.randomFillSync = view => {
    const bytes = /** @type {Uint8Array} */ (view)
    for (let at = 0; at < bytes.length; at++) {
      last = (last * 48_271) % 2_147_483_647
      bytes[at] = last
    }
    return view
  }
}

/**
 * Node.js would copy a large Blob several times.
 * @param {string} file
 */
const unzipped = async file => {
  const bytes = await readFile(file)
  // The end of a gzip file states its content's length.
  const content = gunzipSync(bytes, { chunkSize: bytes.readUInt32LE(bytes.length - 4) })
  return Object.assign(new Blob(), { arrayBuffer: async () => content })
}

const database = await PGlite.create({
  pgliteWasmModule: engine,
  ...(folder && { dataDir: folder }),
  ...(dump && { loadDataDir: await unzipped(dump) }),
  extensions: { btree_gin, btree_gist, citext, pg_trgm },
  postgresqlconf: ['shared_buffers = 16MB'],
})

/** @param {Response} response */
const answer = response => parentPort?.postMessage(response)

/** The engine would continue with corrupt memory and hang, where a real server recovers. */
const fatal = ['\0VPANIC\0', '\0VFATAL\0']

/** @param {Uint8Array} request */
const exchange = async request => {
  // A zero byte starts a start-up packet, whose client must not inherit an open transaction of the only session.
  if (request[0] === 0 && database.isInTransaction()) await database.exec('rollback')
  /** @type {Uint8Array[]} */
  const chunks = []
  await database.execProtocolRawStream(request, { onRawData: bytes => chunks.push(bytes.slice()), syncToFs: false })
  const bytes = Buffer.concat(chunks)
  answer(new Uint8Array(bytes))
  if (fatal.some(severity => bytes.includes(severity, 0, 'latin1'))) answer('broken')
}

/** @param {Request} request */
const handle = async request => {
  if (request === 'dump') {
    // Otherwise the dump contains 16 MB of useless log.
    await database.exec('set wal_recycle = off; select pg_switch_wal(); checkpoint; reset wal_recycle')
    const file = await database.dumpDataDir('gzip')
    answer({ dump: new Uint8Array(await file.arrayBuffer()) })
  } else if (request === 'close') {
    await database.close()
    answer('closed')
    parentPort?.close()
  } else await exchange(request)
}

// Clients do not wait between requests; answers keep their order.
let last = Promise.resolve()
parentPort?.on('message', (/** @type {Request} */ request) => {
  last = last.then(() => handle(request))
})

answer('ready')
