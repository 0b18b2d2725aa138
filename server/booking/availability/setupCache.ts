/** What was read, and the version of the tenant's setup that it was read of. */
export interface Kept<T> {
  version: string
  value: T
}

interface Shelf {
  version: string
  values: Map<string, unknown>
  size: number
}

/** Of JSON, in characters; as objects it takes a few times as much. */
const mostCharacters = 16_000_000

/** Many requests share it. */
const freeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value
  for (const each of Object.values(value)) freeze(each)
  return Object.freeze(value)
}

/**
 * What this process read of the setups of tenants, by the version of each (docs/decisions/0008). It forgets those that were not
 * asked for the longest. Whether a version still counts is for the one who asks to find out.
 */
export class SetupCache {
  /** By tenant; those asked for last come last. */
  readonly #shelves = new Map<string, Shelf>()
  readonly #room: number
  #size = 0

  constructor(room = mostCharacters) {
    this.#room = room
  }

  get<T>(tenantId: string, key: string): Kept<T> | undefined {
    const shelf = this.#shelves.get(tenantId)
    if (!shelf) return undefined
    this.#shelves.delete(tenantId)
    this.#shelves.set(tenantId, shelf)
    const value = shelf.values.get(key) as T | undefined
    return value === undefined ? undefined : { version: shelf.version, value }
  }

  /** @param version null where nothing may be kept */
  keep<T extends object>(tenantId: string, version: string | null, key: string, value: T): void {
    if (version === null) return
    if (this.#shelves.get(tenantId)?.version !== version) this.#forget(tenantId)
    const shelf = this.#shelves.get(tenantId) ?? { version, values: new Map(), size: 0 }
    const size = key.length + JSON.stringify(value).length
    if (size > this.#room || shelf.values.has(key)) return
    this.#shelves.set(tenantId, shelf)
    shelf.values.set(key, freeze(value))
    shelf.size += size
    this.#size += size
    for (const [oldest] of this.#shelves) {
      if (this.#size <= this.#room) break
      this.#forget(oldest)
    }
  }

  #forget(tenantId: string): void {
    this.#size -= this.#shelves.get(tenantId)?.size ?? 0
    this.#shelves.delete(tenantId)
  }
}

export const setupCache = new SetupCache()
