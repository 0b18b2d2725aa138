import type { Socket } from 'node:net'
import pg from 'pg'

/** Counted in looks, not in time, so that a stalled process blames no connection. */
const looks = {
  /** Looks without a byte before asking the server about the statement. */
  untilAsked: 3,
  untilLost: 2,
  /** Longer than `statement_timeout`. */
  most: 35,
  /** If the server cannot be asked. */
  unknown: 10,
  stopping: 5,
}

/** `since` distinguishes reused ids, especially after a fail-over. */
interface Backend {
  pid: number
  since: string
}

const since = 'extract(epoch from backend_start)::text'
const itself = `select pid, ${since} as since from pg_stat_get_activity(pg_backend_pid())`

const greet = async (client: pg.ClientBase, greeting = ''): Promise<Backend | null> => {
  const answers: unknown = await client.query(`${greeting}${itself}`)
  const { rows } = [answers].flat().at(-1) as pg.QueryResult<Backend>
  return rows[0] ?? null
}

const among = `(pid, ${since}) in (select * from unnest($1::int[], $2::text[]))`
/** Working on a statement, not stuck sending its answer. */
const working = `select pid, ${since} as since from pg_stat_activity
  where ${among} and coalesce(state, '') not like 'idle%' and wait_event_type is distinct from 'Client'`
/** They would hold their locks until they notice. */
const terminate = `select pg_terminate_backend(pid) from pg_stat_activity where ${among}`

const isSame = (one: Backend, other: Backend): boolean => one.pid === other.pid && one.since === other.since

type Verdict = 'unasked' | 'working' | 'lost' | 'unreachable'

class Watched {
  readonly client: pg.Client
  readonly #hasTimeouts: boolean
  backend: Backend | null = null
  isIdle = false
  isWaiting = false
  silentLooks = 0
  verdict: Verdict = 'unasked'
  #verdictAt = 0
  #bytes = 0

  constructor(client: pg.Client, hasTimeouts: boolean) {
    this.client = client
    this.#hasTimeouts = hasTimeouts
    const send = client.query
    client.query = (...sent: unknown[]) => {
      this.isWaiting = true
      return Reflect.apply(send, client, sent)
    }
    client.on('drain', () => {
      this.isWaiting = false
    })
  }

  look(): void {
    const { bytesRead } = this.client.connection.stream as Socket
    if (this.isWaiting && bytesRead === this.#bytes) {
      this.silentLooks++
      return
    }
    this.#bytes = bytesRead
    this.silentLooks = 0
    this.verdict = 'unasked'
  }

  get isDoubtful(): boolean {
    return this.silentLooks > 0 && this.silentLooks % looks.untilAsked === 0
  }

  get isSilent(): boolean {
    return this.verdict === 'lost' || this.verdict === 'unreachable'
  }

  settle(verdict: Verdict): void {
    if (verdict === 'lost' && this.verdict === 'lost') return
    this.verdict = verdict
    this.#verdictAt = this.silentLooks
  }

  isOver(isStopping: boolean): boolean {
    if (this.verdict === 'lost') return this.silentLooks >= this.#verdictAt + looks.untilLost
    if (this.verdict !== 'unreachable') return this.#hasTimeouts && this.silentLooks >= looks.most
    return this.silentLooks >= (isStopping ? looks.stopping : this.backend === null ? looks.unknown : looks.most)
  }

  destroy(): void {
    this.client.connection.stream.destroy(
      Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' }),
    )
  }
}

interface WatchOptions {
  lookEvery?: number | undefined
  isLent?: boolean | undefined
}

/**
 * Destroys connections on which the server falls silent without closing them, as after a crash or behind a firewall.
 */
export class SilenceWatch {
  readonly #options: pg.ClientConfig
  readonly #isLent: boolean
  readonly #watched = new Set<Watched>()
  readonly #looking: NodeJS.Timeout
  #asking: Promise<void> | undefined
  #isStopping = false

  /** @param lookEvery milliseconds @param isLent connections lead to a pooler, so only timeouts reveal silence */
  constructor(options: pg.ClientConfig, { lookEvery = 1_000, isLent = false }: WatchOptions = {}) {
    this.#options = options
    this.#isLent = isLent
    this.#looking = setInterval(() => this.#look(), lookEvery).unref()
  }

  get isSilent(): boolean {
    return Array.from(this.#watched).some(({ isSilent }) => isSilent)
  }

  async add(client: pg.Client): Promise<void> {
    const watched = this.#watch(client, true)
    watched.backend = await greet(client)
  }

  /** @param greeting none if statements may take any time */
  addPool(pool: pg.Pool, greeting?: string): pg.Pool {
    const own = new WeakMap<pg.ClientBase, Watched>()
    const setIdle = (client: pg.ClientBase, isIdle: boolean) => {
      const watched = own.get(client)
      if (watched) watched.isIdle = isIdle
    }
    pool.options.onConnect = async client => {
      const watched = this.#watch(client as pg.Client, greeting !== undefined)
      own.set(client, watched)
      if (!this.#isLent) watched.backend = await greet(client, greeting)
    }
    pool.on('acquire', client => setIdle(client, false))
    pool.on('release', (_, client) => setIdle(client, true))
    return pool
  }

  hurry(): void {
    this.#isStopping = true
  }

  stop(): void {
    clearInterval(this.#looking)
  }

  #watch(client: pg.Client, hasTimeouts: boolean): Watched {
    const watched = new Watched(client, hasTimeouts)
    this.#watched.add(watched)
    client.once('end', () => this.#watched.delete(watched))
    return watched
  }

  #look(): void {
    for (const watched of this.#watched) watched.look()
    const over = Array.from(this.#watched).filter(watched => watched.isOver(this.#isStopping))
    for (const watched of over) watched.destroy()
    if (over.length > 0) {
      if (!this.#isLent) this.#query(terminate, over).catch(() => {})
      // Idle connections have likely broken, too.
      for (const watched of this.#watched) if (watched.isIdle) watched.destroy()
    }
    const doubtful = Array.from(this.#watched).filter(({ isDoubtful }) => isDoubtful)
    if (doubtful.length === 0 || this.#asking || this.#isLent) return
    this.#asking = this.#ask(doubtful).finally(() => {
      this.#asking = undefined
    })
  }

  async #ask(doubtful: readonly Watched[]): Promise<void> {
    const answered = await this.#query(working, doubtful).catch(() => null)
    for (const watched of doubtful) {
      const { silentLooks, backend } = watched
      if (silentLooks === 0) continue
      if (!answered || !backend) watched.settle('unreachable')
      else watched.settle(answered.some(each => isSame(each, backend)) ? 'working' : 'lost')
    }
  }

  async #query(text: string, watched: readonly Watched[]): Promise<Backend[]> {
    const client = new pg.Client({ ...this.#options, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
    client.on('error', () => {})
    const backends = watched.flatMap(({ backend }) => backend ?? [])
    try {
      await client.connect()
      const values = [backends.map(({ pid }) => pid), backends.map(({ since }) => since)]
      return (await client.query<Backend>(text, values)).rows
    } finally {
      client.end().catch(() => {})
    }
  }
}
