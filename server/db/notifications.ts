import pg from 'pg'
import { connectionOptions } from './postgres'
import type { SilenceWatch } from './silence'

/** @param payload null when notifications may be lost */
type Handler = (payload: string | null) => void
type Send = (statement: string) => Promise<unknown>

const reconnectAfter = 1_000
/** Only a regular query reveals that a listening connection is dead. */
const beatEvery = 5_000
const pollEvery = 1_000
const closeWithin = 1_000

class Subscriptions {
  readonly #handlers = new Map<string, Set<Handler>>()

  get channels(): string[] {
    return Array.from(this.#handlers.keys())
  }

  readonly reportGap = () => {
    for (const handlers of this.#handlers.values()) for (const handler of handlers) handler(null)
  }

  async add(channel: string, handler: Handler, send: Send): Promise<() => Promise<void>> {
    if (!/^[a-z][a-z0-9_]{0,62}$/.test(channel)) throw new TypeError(`Not a channel name: ${channel}`)
    const handlers = this.#handlers.get(channel) ?? new Set()
    this.#handlers.set(channel, handlers.add(handler))
    try {
      await send(`listen ${channel}`)
    } catch (error) {
      handlers.delete(handler)
      if (handlers.size === 0) this.#handlers.delete(channel)
      throw error
    }
    return async () => {
      handlers.delete(handler)
      if (handlers.size > 0 || !this.#handlers.delete(channel)) return
      await send(`unlisten ${channel}`)
    }
  }

  readonly deliver = ({ channel, payload = '' }: Pick<pg.Notification, 'channel' | 'payload'>) => {
    for (const handler of this.#handlers.get(channel) ?? []) handler(payload)
  }
}

export interface Notifications {
  listen(channel: string, handler: Handler): Promise<() => Promise<void>>
}

/** The embedded database has one session: create this before the pool's first use. */
export const embeddedNotifications = (pool: pg.Pool): Notifications => {
  const subscriptions = new Subscriptions()
  pool.on('connect', client => client.on('notification', subscriptions.deliver))
  pool.options.onConnect = async client => {
    // The restarted session lacks the client's prepared statements.
    await client.query('deallocate all')
    for (const channel of subscriptions.channels) await client.query(`listen ${channel}`)
  }
  return {
    listen: (channel, handler) => subscriptions.add(channel, handler, statement => pool.query(statement)),
  }
}

/**
 * Reads the rows of `tell_processes` (machine/0012_told) once a second, since no connection can listen through a pooler
 * in transaction mode.
 */
export const polledNotifications = (pool: pg.Pool): Notifications & { close(): Promise<void> } => {
  const subscriptions = new Subscriptions()
  let known = new Set<string>()
  let isBehind = false
  let polling: Promise<void> | undefined

  const read = async () => {
    const { rows } = await pool.query<{ id: string; channel: string; payload: string }>(
      `with old as (delete from told where at < now() - interval '1 minute')
       select id::text, channel, payload from told where at > now() - interval '30 s' order by id`,
    )
    const before = known
    known = new Set(rows.map(({ id }) => id))
    return rows.filter(({ id }) => !before.has(id))
  }
  const poll = async () => {
    try {
      const told = await read()
      if (isBehind) subscriptions.reportGap()
      else for (const each of told) subscriptions.deliver(each)
      isBehind = false
    } catch {
      isBehind = true
    }
  }
  const timer = setInterval(() => {
    if (subscriptions.channels.length === 0) return
    polling ??= poll().finally(() => {
      polling = undefined
    })
  }, pollEvery).unref()

  return {
    listen: async (channel, handler) => {
      if (subscriptions.channels.length === 0) await read()
      return subscriptions.add(channel, handler, async () => {})
    },
    close: async () => {
      clearInterval(timer)
      await polling
    },
  }
}

export const postgresNotifications = (
  databaseUrl: string,
  silence: SilenceWatch,
): Notifications & { close(): Promise<void> } => {
  const subscriptions = new Subscriptions()
  let current: pg.Client | undefined
  let connecting: Promise<pg.Client> | undefined
  let isClosed = false
  let wasLost = false

  const prepare = async (client: pg.Client): Promise<void> => {
    await client.connect()
    const beat = setInterval(() => client.query('select 1').catch(() => {}), beatEvery).unref()
    client.once('end', () => {
      clearInterval(beat)
      lose(client)
    })
    await silence.add(client)
    for (const channel of subscriptions.channels) await client.query(`listen ${channel}`)
    if (wasLost) subscriptions.reportGap()
    wasLost = false
  }
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ ...connectionOptions(databaseUrl), pipeline: true })
    client.on('notification', subscriptions.deliver)
    client.on('error', () => {})
    current = client
    try {
      await prepare(client)
      return client
    } catch (error) {
      client.connection.stream.destroy()
      lose(client)
      throw error
    }
  }
  const lose = (client: pg.Client) => {
    if (current !== client) return
    current = undefined
    connecting = undefined
    wasLost = true
    if (isClosed || subscriptions.channels.length === 0) return
    setTimeout(() => {
      if (!isClosed) connection().catch(() => {})
    }, reconnectAfter).unref()
  }
  const connection = (): Promise<pg.Client> => {
    connecting ??= connect()
    return connecting
  }

  return {
    listen: (channel, handler) =>
      subscriptions.add(channel, handler, async statement => (await connection()).query(statement)),
    close: async () => {
      isClosed = true
      const late = setTimeout(() => current?.connection.stream.destroy(), closeWithin)
      const client = await connecting?.catch(() => undefined)
      await client?.end()
      clearTimeout(late)
    },
  }
}
