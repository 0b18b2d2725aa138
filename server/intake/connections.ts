import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Limits {
  all: number
  /** Null behind a proxy, since all connections share its network. */
  ofNetwork: number | null
  networkOf: (address: string) => string
}

interface Connection {
  socket: Socket
  network: string
  request: IncomingMessage | null
  response: ServerResponse | null
}

const isAnswered = ({ response }: Connection): boolean => response === null || response.writableFinished
const isServed = (connection: Connection): boolean => !isAnswered(connection) && connection.request?.complete === true
const isSlow = (connection: Connection): boolean =>
  connection.request === null || (!isAnswered(connection) && connection.request.complete === false)

/** The slowest sender first, then the longest idle. */
const leastUseful = (connections: Iterable<Connection>): Connection | undefined => {
  let idle: Connection | undefined
  for (const connection of connections) {
    if (isServed(connection)) continue
    if (isSlow(connection)) return connection
    idle ??= connection
  }
  return idle
}

/** A connection beyond a limit replaces the least useful one, so idle ones lock nobody out. */
export const guardConnections = (server: Server, { all, ofNetwork, networkOf }: Limits): void => {
  const open = new Map<Socket, Connection>()
  const byNetwork = new Map<string, Set<Connection>>()

  const forget = (connection: Connection) => {
    const own = byNetwork.get(connection.network)
    open.delete(connection.socket)
    own?.delete(connection)
    if (own?.size === 0) byNetwork.delete(connection.network)
  }
  const makeRoom = (connections: Iterable<Connection>): boolean => {
    const victim = leastUseful(connections)
    if (!victim) return false
    forget(victim)
    victim.socket.destroy()
    return true
  }

  server.on('connection', socket => {
    const network = networkOf(socket.remoteAddress ?? '')
    const own = byNetwork.get(network) ?? new Set()
    const isRoomForOwn = ofNetwork === null || own.size < ofNetwork || makeRoom(own)
    if (!isRoomForOwn || !(open.size < all || makeRoom(open.values()))) return socket.destroy()
    const connection: Connection = { socket, network, request: null, response: null }
    open.set(socket, connection)
    // Closing another one may have removed the empty set.
    byNetwork.set(network, (byNetwork.get(network) ?? own).add(connection))
    socket.once('close', () => forget(connection))
  })
  server.prependListener('request', (request, response) => {
    const connection = open.get(request.socket)
    if (!connection) return
    Object.assign(connection, { request, response })
    const own = byNetwork.get(connection.network)
    open.delete(connection.socket)
    open.set(connection.socket, connection)
    own?.delete(connection)
    own?.add(connection)
  })
}
