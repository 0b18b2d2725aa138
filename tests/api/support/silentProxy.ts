import { once } from 'node:events'
import { createServer, connect as open, type Socket } from 'node:net'

/** Stands between a client and a server, and can fall silent: what is open stays open, takes every byte and passes none on. */
export interface SilentProxy {
  /** The same address, through it. */
  url: string
  /** Swallows everything on the connections that are open now; new ones work. */
  swallow(): void
  /** Whether new connections are swallowed, too. */
  swallowNew(isSwallowing: boolean): void
  close(): Promise<void>
}

export const startSilentProxy = async (address: string): Promise<SilentProxy> => {
  const target = new URL(address)
  const silence = new Set<() => void>()
  const sockets = new Set<Socket>()
  let swallowsNew = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  }
  const server = createServer(near => {
    keep(near)
    if (swallowsNew) return void near.resume()
    const far = open(Number(target.port), target.hostname)
    keep(far)
    let isSilent = false
    const fallSilent = () => {
      isSilent = true
    }
    silence.add(fallSilent)
    const pass = (from: Socket, to: Socket) => {
      from.on('data', part => isSilent || to.write(part))
      from.once('close', () => {
        if (!isSilent) to.destroy()
        silence.delete(fallSilent)
      })
    }
    pass(near, far)
    pass(far, near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = server.address()
  if (typeof own !== 'object' || own === null) throw new Error('No port to be had.')
  const url = new URL(address)
  url.hostname = '127.0.0.1'
  url.port = String(own.port)
  return {
    url: url.href,
    swallow: () => {
      for (const fallSilent of silence) fallSilent()
    },
    swallowNew: isSwallowing => {
      swallowsNew = isSwallowing
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
