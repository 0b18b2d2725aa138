import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'

/** Splits PostgreSQL's messages; the first of a client has no type. */
const splitter = (isStartup: boolean, take: (message: Buffer, type: string) => void) => {
  let rest = Buffer.alloc(0)
  let isFirst = isStartup
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const offset = isFirst ? 0 : 1
      if (rest.length < offset + 4) return
      const length = offset + rest.readInt32BE(offset)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      const type = isFirst ? 'startup' : String.fromCharCode(message[0] ?? 0)
      isFirst = false
      take(message, type)
    }
  }
}

interface Backend {
  socket: Socket
  client: Socket | null
  /** Queries and syncs that it has not answered. */
  asked: number
}

/**
 * A pooler in transaction mode, like PgBouncer: it lends each of `size` connections to the server for one transaction, the
 * one given back last first.
 */
export const startTransactionPooler = async (
  databaseUrl: string,
  size = 2,
): Promise<{ url: string; close(): Promise<void> }> => {
  const target = new URL(databaseUrl)
  const free: Backend[] = []
  const waiting = new Set<() => void>()
  const sockets = new Set<Socket>()
  let isClosed = false

  const release = (backend: Backend): void => {
    free.push(backend)
    const [next] = waiting
    next?.()
  }
  const login = (socket: Socket): Promise<void> => {
    const text = `user\0${target.username}\0database\0${target.pathname.slice(1)}\0\0`
    const startup = Buffer.alloc(8 + Buffer.byteLength(text))
    startup.writeInt32BE(startup.length, 0)
    startup.writeInt32BE(196_608, 4)
    startup.write(text, 8)
    socket.write(startup)
    return new Promise(resolve => {
      const read = splitter(false, (_, type) => {
        if (type !== 'Z') return
        socket.off('data', read)
        resolve()
      })
      socket.on('data', read)
    })
  }
  const openBackend = async (): Promise<void> => {
    const socket = createConnection(Number(target.port), target.hostname)
    sockets.add(socket)
    socket.on('error', () => {})
    await once(socket, 'connect')
    await login(socket)
    const backend: Backend = { socket, client: null, asked: 0 }
    socket.on(
      'data',
      splitter(false, (message, type) => {
        const { client } = backend
        client?.write(message)
        // Idle again: the transaction is over.
        if (type !== 'Z') return
        backend.asked--
        if (backend.asked > 0 || message[5] !== 'I'.charCodeAt(0)) return
        backend.client = null
        release(backend)
      }),
    )
    release(backend)
  }
  for (let count = 0; count < size; count++) await openBackend()

  const server = createServer(client => {
    sockets.add(client)
    let mine: Backend | null = null
    const queued: Buffer[] = []
    const pump = (): void => {
      if (mine && mine.client !== client) mine = null
      if (!mine) {
        const next = free.pop()
        if (!next) {
          waiting.add(pump)
          return
        }
        waiting.delete(pump)
        next.client = client
        mine = next
      }
      for (const message of queued.splice(0)) {
        if (message[0] === 0x51 || message[0] === 0x53) mine.asked++
        mine.socket.write(message)
      }
    }
    client.on('error', () => {})
    client.on('close', () => {
      waiting.delete(pump)
      if (isClosed || mine?.client !== client) return
      mine.socket.destroy()
      void openBackend()
    })
    client.on(
      'data',
      splitter(true, (message, type) => {
        if (type === 'startup') {
          const ok = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73])
          client.write(ok)
        } else if (type === 'X') client.end()
        else {
          queued.push(message)
          pump()
        }
      }),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as { port: number }).port)
  return {
    url: url.href,
    close: async () => {
      isClosed = true
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
