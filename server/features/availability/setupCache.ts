import { LRUCache } from 'lru-cache'

export interface Kept<T> {
  version: string
  value: T
}

/** Characters of JSON; objects take a few times as much memory. */
const mostCharacters = 16_000_000

const freeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null) return value
  for (const each of Object.values(value)) freeze(each)
  return Object.freeze(value)
}

const keyIn = (tenantId: string, key: string): string => `${tenantId} ${key}`

/** One per process (docs/decisions/0008). The caller checks that the version is current. */
export class SetupCache {
  readonly #kept: LRUCache<string, Kept<object>>

  constructor(room = mostCharacters) {
    this.#kept = new LRUCache({ maxSize: room })
  }

  get<T extends object>(tenantId: string, key: string): Kept<T> | undefined {
    return this.#kept.get(keyIn(tenantId, key)) as Kept<T> | undefined
  }

  /** @param version null if the value must not be cached */
  keep<T extends object>(tenantId: string, version: string | null, key: string, value: T): void {
    if (version === null) return
    const size = key.length + JSON.stringify(value).length
    this.#kept.set(keyIn(tenantId, key), { version, value: freeze(value) }, { size })
  }
}

export const setupCache = new SetupCache()
