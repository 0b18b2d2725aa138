import { sql } from 'kysely'
import type { Database } from '../db/database'

/** Records of a tenant that were written. */
export interface LiveEvent {
  /** The name of the resource. */
  resource: string
  /** Empty: so many that whoever shows some should fetch them all. */
  ids: string[]
}

type Handler = (event: LiveEvent) => void

const channel = 'slotwise_live'

/** Changes that come one after the other are told together: a NOTIFY holds up other commits. */
const gatherFor = 50

/** A notification has room for 8,000 bytes. */
const maxIds = 100

/** Streams that one process keeps open: they last, so neither the limits of calls nor those of requests at once hold them. */
const mostStreams = { ofOne: 30, ofAll: 5000 }

/** Tells every process on the database what a tenant's people changed, by the database's notifications. */
export class LiveEvents {
  readonly #database: Database
  /** By tenant. */
  readonly #handlers = new Map<string, Set<Handler>>()
  readonly #endings = new Set<() => void>()
  /** Open streams by whose they are. */
  readonly #streams = new Map<string, number>()
  #streamCount = 0
  /** By tenant and resource. */
  readonly #waiting = new Map<string, { tenantId: string; resource: string; ids: Set<string> }>()
  #sending: NodeJS.Timeout | undefined
  #listening: Promise<() => Promise<void>> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** To be called when it is committed. Does not wait, and fails silently: whoever misses it fetches anew before long. */
  announce(tenantId: string, resource: string, ids: readonly string[]): void {
    const key = `${tenantId} ${resource}`
    const waiting = this.#waiting.get(key) ?? { tenantId, resource, ids: new Set() }
    for (const id of ids) waiting.ids.add(id)
    this.#waiting.set(key, waiting)
    this.#sending ??= setTimeout(() => void this.#send(), gatherFor).unref()
  }

  /** Lets one more stream of a person in; null when there are enough. What is returned is to be called at its end. */
  admit(userId: string): (() => void) | null {
    const own = this.#streams.get(userId) ?? 0
    if (own >= mostStreams.ofOne || this.#streamCount >= mostStreams.ofAll) return null
    this.#streams.set(userId, own + 1)
    this.#streamCount++
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      this.#streamCount--
      const left = (this.#streams.get(userId) ?? 1) - 1
      if (left > 0) this.#streams.set(userId, left)
      else this.#streams.delete(userId)
    }
  }

  /**
   * Hears of a tenant's changes, wherever they are made, until the returned function is called.
   * @param end called when the process stops
   */
  async subscribe(tenantId: string, handler: Handler, end: () => void): Promise<() => void> {
    this.#listening ??= this.#database.listen(channel, payload => this.#deliver(payload))
    this.#listening.catch(() => {
      this.#listening = undefined
    })
    await this.#listening
    const handlers = this.#handlers.get(tenantId) ?? new Set()
    this.#handlers.set(tenantId, handlers.add(handler))
    this.#endings.add(end)
    return () => {
      this.#endings.delete(end)
      handlers.delete(handler)
      if (handlers.size === 0) this.#handlers.delete(tenantId)
    }
  }

  /** Ends every subscription. */
  async close(): Promise<void> {
    clearTimeout(this.#sending)
    for (const end of [...this.#endings]) end()
    const stop = await this.#listening?.catch(() => undefined)
    await stop?.().catch(() => {})
  }

  #deliver(payload: string): void {
    const { tenantId, resource, ids } = JSON.parse(payload) as LiveEvent & { tenantId: string }
    for (const handler of this.#handlers.get(tenantId) ?? []) handler({ resource, ids })
  }

  async #send(): Promise<void> {
    const all = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#sending = undefined
    for (const { tenantId, resource, ids } of all) {
      const payload = JSON.stringify({ tenantId, resource, ids: ids.size > maxIds ? [] : [...ids] })
      await this.#database
        .run({ as: 'tenant', tenantId }, db => sql`select pg_notify(${channel}, ${payload})`.execute(db))
        .catch(() => {})
    }
  }
}
