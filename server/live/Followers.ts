import type { Database } from '../db/database'

export interface Follower {
  tenantId: string
  userId: string
  sessionId: string | null
  mayGoOn: () => Promise<boolean>
  end: () => void
}

/** From the database's triggers. Concerns followers who match every given id. */
interface Change {
  tenantId?: string
  userId?: string
  sessionId?: string
  isOver?: boolean
}

const channel = 'slotwise_access'

/** Leaves connections to other calls. */
const atOnce = 4

const isConcerned = (follower: Follower, change: Change): boolean =>
  (['tenantId', 'userId', 'sessionId'] as const).every(
    name => change[name] === undefined || change[name] === follower[name],
  )

/** Ends the streams of followers who lost access, whichever process revoked it. */
export class Followers {
  readonly #database: Database
  readonly #all = new Set<Follower>()
  readonly #waiting = new Set<Follower>()
  #authorizing = 0
  #listening: Promise<() => Promise<void>> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** @throws if the database does not answer */
  async watch(follower: Follower): Promise<() => void> {
    this.#listening ??= this.#database.listen(channel, payload => this.#hear(payload))
    this.#listening.catch(() => {
      this.#listening = undefined
    })
    await this.#listening
    this.#all.add(follower)
    // Access may have been lost before the listener was ready.
    await this.#authorize(follower)
    return () => void this.#all.delete(follower)
  }

  async close(): Promise<void> {
    const stop = await this.#listening?.catch(() => undefined)
    await stop?.().catch(() => {})
  }

  #hear(payload: string | null): void {
    // Missed notifications may concern any follower.
    const change: Change = payload === null ? {} : JSON.parse(payload)
    for (const follower of this.#all) {
      if (!isConcerned(follower, change)) continue
      if (change.isOver) this.#end(follower)
      else this.#waiting.add(follower)
    }
    while (this.#authorizing < atOnce && this.#waiting.size > this.#authorizing) void this.#authorizeWaiting()
  }

  async #authorizeWaiting(): Promise<void> {
    this.#authorizing++
    for (const follower of this.#waiting) {
      this.#waiting.delete(follower)
      await this.#authorize(follower)
    }
    this.#authorizing--
  }

  /** Ends the stream on any failure, since the client can reconnect. */
  async #authorize(follower: Follower): Promise<void> {
    if (!(await follower.mayGoOn().catch(() => false))) this.#end(follower)
  }

  #end(follower: Follower): void {
    this.#all.delete(follower)
    follower.end()
  }
}
