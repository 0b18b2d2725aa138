import { once } from 'node:events'
import { createServer, connect as open, type Socket } from 'node:net'

/** A connection between two parts of the world, that can be hurt. */
export interface Link {
  /** The same address, through it. */
  url: string
  /** Closes what is open, in the middle of whatever it carries. */
  cut(): void
  /** Delays whatever it carries, in ms; 0 for no more. */
  slow(by: number): void
  /** Leads new connections elsewhere. */
  lead(to: string): void
  close(): Promise<void>
}

export const openLink = async (address: string): Promise<Link> => {
  let target = new URL(address)
  let delay = 0
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
  }
  const pass = (from: Socket, to: Socket) => {
    // One after the other, so that nothing overtakes.
    let last = Promise.resolve()
    const after = (work: () => void) => {
      const wait = delay
      last = last.then(async () => {
        if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
        work()
      })
    }
    from.on('data', part => after(() => to.write(part)))
    from.once('end', () => after(() => to.end()))
    from.once('close', () => after(() => to.destroy()))
  }
  const server = createServer({ allowHalfOpen: true }, near => {
    keep(near)
    const far = open({ port: Number(target.port), host: target.hostname, allowHalfOpen: true })
    keep(far)
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
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    slow: by => {
      delay = by
    },
    lead: to => {
      target = new URL(to)
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
