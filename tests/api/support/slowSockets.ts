import net from 'node:net'

/** How a sender may be slow: with its body, with a body of no known length, with its head, or with everything. */
const beginnings = (host: string) => ({
  'slow body': `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  'slow chunks': `POST /api/channels HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
  'slow head': `GET /api/users/me HTTP/1.1\r\nHost: ${host}\r\n`,
  silent: '',
})

/** What each sends a byte at a time afterwards. */
const drips: Readonly<Record<string, string>> = {
  'slow body': ' ',
  'slow chunks': '1\r\n \r\n',
  'slow head': 'x-a: b\r\n',
  silent: '',
}

export interface SlowSockets {
  /** How many are open now, and how often one was closed by the server. */
  figures(): { open: number; closed: number }
  stop(): void
}

/** Opens `count` sockets to a server on this machine that each send as little as they can, and come again when they are closed. */
export const openSlowSockets = async (url: string, count: number): Promise<SlowSockets> => {
  const { hostname, port, host } = new URL(url)
  const kinds = Object.entries(beginnings(host))
  const open = new Set<net.Socket>()
  let closed = 0
  let isOver = false
  const connect = (index: number): Promise<void> =>
    new Promise(resolve => {
      const [kind = '', beginning = ''] = kinds[index % kinds.length] ?? []
      const socket = net.connect(Number(port), hostname)
      const drip = setInterval(() => drips[kind] && socket.write(drips[kind]), 1000)
      socket.on('error', () => {})
      socket.on('data', () => {})
      socket.once('connect', () => {
        open.add(socket)
        if (beginning) socket.write(beginning)
        resolve()
      })
      socket.once('close', () => {
        clearInterval(drip)
        open.delete(socket)
        resolve()
        if (isOver) return
        closed++
        setTimeout(() => !isOver && void connect(index), 50)
      })
    })
  await Promise.all(Array.from({ length: count }, (_, index) => connect(index)))
  return {
    figures: () => ({ open: open.size, closed }),
    stop: () => {
      isOver = true
      for (const socket of open) socket.destroy()
    },
  }
}
