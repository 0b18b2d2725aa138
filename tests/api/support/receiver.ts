import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  path: string
  headers: http.IncomingHttpHeaders
  body: string
  at: number
}

type Answer = (received: Received, response: http.ServerResponse) => void

/** A real receiver of webhooks. It answers 204 unless told otherwise. */
export const startReceiver = async (answer: Answer = (_, response) => void response.writeHead(204).end()) => {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  let answering = answer
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
        at: Date.now(),
      }
      received.push(one)
      answering(one, response)
      for (const look of waiting) look()
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    answerWith: (next: Answer) => {
      answering = next
    },
    /** Resolves when so many have arrived. */
    has: (count: number): Promise<void> =>
      new Promise(resolve => {
        const look = () => {
          if (received.length < count) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>(resolve => void server.close(() => resolve()))
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
