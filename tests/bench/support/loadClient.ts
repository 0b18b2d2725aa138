// A process that only asks, so that what it costs to ask is not counted where it is answered.
import net from 'node:net'
import pg from 'pg'

/** Requests, or runs of one statement: one for each body or list of values, in turn. */
export type Load = { clients: number } & (Requests | Statements)

interface Requests {
  port: number
  /** POST unless said otherwise. */
  method?: 'GET'
  path: string
  headers: Record<string, string>
  bodies: readonly string[]
}

interface Statements {
  databaseUrl: string
  statement: string
  values: readonly (readonly unknown[])[]
}

export interface Outcome {
  seconds: number
  /** How many were answered with each status; of statements 201 for each row and 409 for none. */
  statuses: Record<number, number>
}

type Ask = (index: number) => Promise<number>
interface Client {
  ask: Ask
  close: () => void
}

/** Reads no more of an answer than its status and its length: a full HTTP client costs as much as the server. */
const connect = async ({ port, method, path, headers, bodies }: Requests): Promise<Client> => {
  const socket = net.connect(port, '127.0.0.1').setNoDelay()
  await new Promise<void>((resolve, reject) => void socket.once('connect', resolve).once('error', reject))
  const names = Object.entries({ ...headers, host: `127.0.0.1:${port}` }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const head = `${method ?? 'POST'} ${path} HTTP/1.1\r\n${names.join('')}content-length: `
  let settle: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined
  let answer = ''
  socket.on('close', () => settle?.reject(new Error('The server closed the connection.')))
  socket.setEncoding('latin1').on('data', chunk => {
    answer += chunk
    const end = answer.indexOf('\r\n\r\n')
    if (end < 0) return
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(answer) ?? []
    if (length === undefined) settle?.reject(new Error('An answer without its length.'))
    else if (answer.length >= end + 4 + Number(length)) {
      const status = Number(answer.slice(9, 12))
      answer = ''
      settle?.resolve(status)
    }
  })
  return {
    ask: index =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
        const body = bodies[index] ?? ''
        socket.write(`${head}${Buffer.byteLength(body)}\r\n\r\n${body}`)
      }),
    close: () => socket.destroy(),
  }
}

const connectToDatabase = async ({ databaseUrl, statement, values }: Statements): Promise<Client> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  return {
    ask: async index => {
      const { rowCount } = await client.query({ name: 'load', text: statement, values: [...(values[index] ?? [])] })
      return rowCount ? 201 : 409
    },
    close: () => void client.end(),
  }
}

const run = async (load: Load): Promise<Outcome> => {
  const [open, count] =
    'bodies' in load ? [() => connect(load), load.bodies.length] : [() => connectToDatabase(load), load.values.length]
  const clients = await Promise.all(Array.from({ length: load.clients }, open))
  const statuses: Record<number, number> = {}
  let next = 0
  const start = performance.now()
  await Promise.all(
    clients.map(async ({ ask }) => {
      for (let index = next++; index < count; index = next++) {
        const status = await ask(index)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  for (const { close } of clients) close()
  return { seconds, statuses }
}

process.on('message', async (load: Load) => process.send?.(await run(load)))
