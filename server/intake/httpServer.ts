import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'

const timeouts = {
  /** A client that sends a slow head must not hold a connection. */
  headersTimeout: 10_000,
  /** Milliseconds. Covers the largest upload at the slowest pace. */
  requestTimeout: 360_000,
  connectionsCheckingInterval: 2_000,
  /** Exceeds the 60 s of proxies, or a connection could close while a proxy sends. */
  keepAliveTimeout: 75_000,
}

/** Lets the sender of an unwanted body stop and read the answer. */
const lingerFor = { milliseconds: 2_000, bytes: 16 * 1024 * 1024 }

/** Closing at once would reset the connection and lose the answer. */
const linger = (socket: Socket, request: IncomingMessage): void => {
  socket.destroySoon = () => {
    if (socket.destroyed) return
    socket.end()
    const close = () => socket.destroy()
    const timer = setTimeout(close, lingerFor.milliseconds)
    socket.once('close', () => clearTimeout(timer))
    // The first reader has stopped, and would leave the rest unread.
    request.removeAllListeners('data')
    let left = lingerFor.bytes
    request.on('data', (part: Buffer) => {
      left -= part.byteLength
      if (left < 0) close()
    })
    request.once('end', close)
    request.resume()
  }
}

const closeUnread = (request: IncomingMessage, response: ServerResponse): void => {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse
  response.writeHead = (...head: unknown[]) => {
    if (!request.complete) {
      response.setHeader('connection', 'close')
      linger(request.socket, request)
    }
    return writeHead(...head)
  }
}

/** Delivers refusals even to clients that are still sending. */
export const createHttpServer = (listener: RequestListener): Server =>
  createServer(timeouts, (request, response) => {
    closeUnread(request, response)
    listener(request, response)
  })

/** Milliseconds from the beginning of a stop. */
const lastCall = {
  toConnect: 100,
  toAsk: 1_000,
}

const closeAfter = (response: ServerResponse): void => {
  if (response.headersSent) response.once('close', () => response.req.socket.destroySoon())
  else response.setHeader('connection', 'close')
}

export interface Stopper {
  readonly isStopping: boolean
  /** Closes each connection after its next answer, but accepts new ones. */
  drain(): void
  /** Resolves once all connections are closed after their last answers. */
  stop(): Promise<void>
}

export const stopperOf = (server: Server): Stopper => {
  const open = new Map<Socket, ServerResponse | null>()
  let isStopping = false
  server.on('connection', socket => {
    open.set(socket, null)
    socket.once('close', () => open.delete(socket))
  })
  server.prependListener('request', (request, response) => {
    const { socket } = request
    open.set(socket, response)
    response.once('close', () => {
      if (open.get(socket) === response) open.set(socket, null)
    })
    // A kept-alive connection could be served for ever.
    if (isStopping) closeAfter(response)
  })
  return {
    get isStopping() {
      return isStopping
    },
    drain: () => {
      isStopping = true
    },
    stop: async () => {
      isStopping = true
      for (const response of open.values()) if (response) closeAfter(response)
      await sleep(lastCall.toConnect)
      // `server.close` waits for ever for connections that never send a request.
      const closing = setTimeout(() => {
        for (const [socket, response] of open) if (!response) socket.destroy()
      }, lastCall.toAsk)
      await new Promise(resolve => server.close(resolve))
      clearTimeout(closing)
    },
  }
}

export const listenerOf = (fetch: (request: Request) => Response | Promise<Response>): RequestListener => {
  const answer = getRequestListener(fetch, { autoCleanupIncoming: false })
  return (request, response) => void answer(request, response)
}
