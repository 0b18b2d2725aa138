import { sql } from 'kysely'
import type { Database } from '../db/database'
import { Followers } from './Followers'

export interface LiveEvent {
  resource: string | null
  /** Empty if too many to list: refetch everything. */
  ids: string[]
}

type Handler = (event: LiveEvent) => void

const channel = 'slotwise_live'

/** Milliseconds. Each NOTIFY delays other commits. */
const gatherFor = 50

/** A notification holds at most 8,000 bytes. */
const maxIds = 100

/** Per process. Limits on calls and concurrent requests do not bound streams. */
const mostStreams = { ofOne: 30, ofAll: 5000 }

/** Announces changed records to the open streams of all processes. */
export class LiveEvents {
  readonly #database: Database
  readonly followers: Followers
  readonly #handlers = new Map<string, Set<Handler>>()
  readonly #endings = new Set<() => void>()
  readonly #streams = new Map<string, number>()
  #streamCount = 0
  readonly #waiting = new Map<string, { tenantId: string; resource: string; ids: Set<string> }>()
  #isClosed = false
  #sending: NodeJS.Timeout | undefined
  #listening: Promise<() => Promise<void>> | undefined

  constructor(database: Database) {
    this.#database = database
    this.followers = new Followers(database)
  }

  get streams(): number {
    return this.#streamCount
  }

  /** Call it after the commit. Fails silently, since clients refetch before long. */
  announce(tenantId: string, resource: string, ids: readonly string[]): void {
    const key = `${tenantId} ${resource}`
    const waiting = this.#waiting.get(key) ?? { tenantId, resource, ids: new Set() }
    for (const id of ids) waiting.ids.add(id)
    this.#waiting.set(key, waiting)
    this.#sending ??= setTimeout(() => void this.#send(), gatherFor).unref()
  }

  /** @returns a function to call at the stream's end; null at a limit */
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

  /** @param end called when the process stops */
  async subscribe(tenantId: string, handler: Handler, end: () => void): Promise<() => void> {
    this.#listening ??= this.#database.listen(channel, payload =>
      payload === null ? this.#deliverGap() : this.#deliver(payload),
    )
    this.#listening.catch(() => {
      this.#listening = undefined
    })
    await this.#listening
    const handlers = this.#handlers.get(tenantId) ?? new Set()
    this.#handlers.set(tenantId, handlers.add(handler))
    this.#endings.add(end)
    if (this.#isClosed) end()
    return () => {
      this.#endings.delete(end)
      handlers.delete(handler)
      if (handlers.size === 0) this.#handlers.delete(tenantId)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#sending)
    for (const end of [...this.#endings]) end()
    const stop = await this.#listening?.catch(() => undefined)
    await stop?.().catch(() => {})
    await this.followers.close()
  }

  #deliver(payload: string): void {
    const { tenantId, resource, ids } = JSON.parse(payload) as LiveEvent & { tenantId: string }
    for (const handler of this.#handlers.get(tenantId) ?? []) handler({ resource, ids })
  }

  #deliverGap(): void {
    for (const handlers of this.#handlers.values()) for (const handler of handlers) handler({ resource: null, ids: [] })
  }

  async #send(): Promise<void> {
    const all = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#sending = undefined
    for (const { tenantId, resource, ids } of all) {
      const payload = JSON.stringify({ tenantId, resource, ids: ids.size > maxIds ? [] : [...ids] })
      await this.#database
        .run({ as: 'tenant', tenantId }, db => sql`select tell_processes(${channel}, ${payload})`.execute(db), {
          single: true,
        })
        .catch(() => {})
    }
  }
}
