import { LRUCache } from 'lru-cache'
import { createLine } from '../intake/line'
import { type About, createSharedAnswers } from '../intake/sharedAnswers'
import { busy } from './problem'

const sharedFor = 1000

/** Headers of a public answer: shared caches keep it for a second, as this process does, and browsers ask again. */
export const keptBriefly = { 'Cache-Control': `public, max-age=0, s-maxage=${sharedFor / 1000}` } as const

interface Limits {
  /** Including waiting requests. */
  most: number
  ofNetwork: number
  /** Fewer than there are connections to the database. */
  atOnce: number
}

export interface Asking {
  network: string
  /** Everything that the answer depends on; null if it cannot be shared. */
  key: string | null
  /** Refuses an answer that was begun before the question. */
  isFresh: boolean
  isWrite: boolean
}

export interface Front {
  /** @throws Problem `unavailable` when too many ask */
  serve<T>(asking: Asking, work: (about: About) => Promise<T>): Promise<T>
  /** Null forgets the answers about all tenants. */
  forget: (tenantId: string | null) => void
}

export const createFront = (limits: Limits): Front => {
  const line = createLine(limits, busy)
  const shared = createSharedAnswers(sharedFor)
  /** A visitor who gave a place back must see it free. */
  const wroteAt = new LRUCache<string, number>({ max: 10_000 })
  return {
    serve: async ({ network, key, isFresh, isWrite }, work) => {
      const since = isFresh ? shared.now() : wroteAt.get(network)
      if (key !== null) return shared.ask(key, about => line.serve(network, () => work(about)), since)
      return line
        .serve(network, () => work(() => {}))
        .finally(() => {
          if (isWrite) wroteAt.set(network, shared.now())
        })
    },
    forget: shared.forget,
  }
}
