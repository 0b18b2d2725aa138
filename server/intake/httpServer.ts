import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'

/** In milliseconds. */
const timeouts = {
  /** For the head of a request, so that no slow sender holds a connection for ever. */
  headersTimeout: 10_000,
  /** For all of a request: the largest upload at the slowest pace. Whoever reads a body has a limit of their own (`receiveBody.ts`). */
  requestTimeout: 360_000,
  connectionsCheckingInterval: 2_000,
  /** Longer than proxies keep connections (60 s), so that none is closed while a proxy sends. */
  keepAliveTimeout: 75_000,
}

/** How long a sender of an unwanted body has to read the answer, and how many bytes it may send meanwhile. */
const lingerFor = { milliseconds: 2_000, bytes: 16 * 1024 * 1024 }

/** Ends a connection once its sender has stopped or had time to read. Closing at once would reset it and lose the answer. */
const linger = (socket: Socket, request: IncomingMessage): void => {
  socket.destroySoon = () => {
    if (socket.destroyed) return
    socket.end()
    const close = () => socket.destroy()
    const timer = setTimeout(close, lingerFor.milliseconds)
    socket.once('close', () => clearTimeout(timer))
    // The first reader has stopped; without removing it, the rest would stay unread.
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

/** Announces `connection: close` in answers to requests that were not read to the end. */
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

/** A server whose clients receive a refusal even while they are still sending. It does not listen yet. */
export const createHttpServer = (listener: RequestListener): Server =>
  createServer(timeouts, (request, response) => {
    closeUnread(request, response)
    listener(request, response)
  })

/** The request listener of such a server; it leaves the rest of unread bodies to the server. */
export const listenerOf = (fetch: (request: Request) => Response | Promise<Response>): RequestListener => {
  const answer = getRequestListener(fetch, { autoCleanupIncoming: false })
  return (request, response) => void answer(request, response)
}
