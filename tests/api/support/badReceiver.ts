import net, { type AddressInfo } from 'node:net'

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`
const ok = 'HTTP/1.1 200 OK'

/** The ways in which a receiver may leave its caller without a whole answer. */
export const endings: Readonly<Record<string, (socket: net.Socket) => void>> = {
  'an upgrade': socket => socket.write(head('HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: x')),
  'a bare 101': socket => socket.write(head('HTTP/1.1 101 Switching Protocols')),
  'no answer': () => {},
  'an interim answer alone': socket => socket.write(head('HTTP/1.1 103 Early Hints')),
  'half a head': socket => socket.write(`${ok}\r\nContent-Le`),
  'a head alone': socket => socket.write(head(ok, 'Content-Length: 100')),
  'a body in drips': socket => {
    socket.write(head(ok, 'Content-Length: 100000'))
    drip(socket, 'x')
  },
  'chunks in drips': socket => {
    socket.write(head(ok, 'Transfer-Encoding: chunked'))
    drip(socket, '1\r\nx\r\n')
  },
  'a zipped body in drips': socket => {
    socket.write(head(ok, 'Content-Encoding: gzip', 'Content-Length: 100000'))
    socket.write(Buffer.from('1f8b08000000000000', 'hex'))
  },
  'a head in drips': socket => {
    socket.write(`${ok}\r\nX-Long: `)
    drip(socket, 'x')
  },
  'a close without an answer': socket => socket.end(),
  'a close in the body': socket => socket.end(`${head(ok, 'Content-Length: 100')}half`),
  'a close in a zipped body': socket =>
    socket.end(
      Buffer.concat([Buffer.from(head(ok, 'Content-Encoding: gzip')), Buffer.from('1f8b08000000000000', 'hex')]),
    ),
  'a reset': socket => socket.resetAndDestroy(),
  'a reset in the body': socket =>
    socket.write(`${head(ok, 'Content-Length: 100')}half`, () => socket.resetAndDestroy()),
  'something else than HTTP': socket => socket.write('220 mail.example ESMTP\r\n'),
}

const drip = (socket: net.Socket, part: string) => {
  const timer = setInterval(() => socket.write(part), 20)
  socket.once('close', () => clearInterval(timer))
}

/** A receiver that ends each call, once something of it has arrived, as `ending` says. */
export const startBadReceiver = async (ending: (socket: net.Socket) => void) => {
  const sockets = new Set<net.Socket>()
  let count = 0
  const server = net.createServer(socket => {
    sockets.add(socket)
    count++
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    socket.once('data', () => ending(socket))
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** How many connections came in so far, and how many are open. */
    figures: () => ({ count, open: sockets.size }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
