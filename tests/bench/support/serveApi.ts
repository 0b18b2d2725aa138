import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { TestApi } from '../../api/http/support/fixture'

type Headers = Readonly<Record<string, string>>

/** The API behind a socket, and a client that waits for the whole answer. */
export const serveApi = async ({ app }: TestApi) => {
  const listener = getRequestListener(app.fetch)
  const server = createServer((request, response) => void listener(request, response)).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const send = async <T>(url: string, init: RequestInit): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${url}`, init)
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as T
  }
  return {
    get: <T>(url: string, headers: Headers) => send<T>(url, { headers }),
    post: <T>(url: string, headers: Headers, body: object) =>
      send<T>(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    /** Where it listens. */
    url: `http://127.0.0.1:${port}`,
    close: () => server.close(),
  }
}
