import { LRUCache } from 'lru-cache'
import { createLine } from '../intake/line'
import { type About, createSharedAnswers } from '../intake/sharedAnswers'
import { apiBase } from './apiBase'
import { busy } from './problem'

/** Whether people without an account call here. @param path with the base of the API or without */
export const isForStrangers = (path: string): boolean =>
  path.startsWith('/public/') || path.startsWith(`${apiBase}/public/`)

/** How long an answer is shared, in milliseconds. */
const sharedFor = 1000

/** For what everybody gets: shared caches keep it as long as this process does, and browsers ask again. */
export const keptBriefly = { 'Cache-Control': `public, max-age=0, s-maxage=${sharedFor / 1000}` } as const

interface Limits {
  /** Requests of strangers that are worked on or wait, and of them from one network. */
  most: number
  ofNetwork: number
  /** How many are worked on at once: fewer than there are connections to the database. */
  atOnce: number
}

export interface Asking {
  network: string
  /** All that the answer depends on; null for an answer that is nobody else's. */
  key: string | null
  /** An answer that was begun before the question is too old. */
  isFresh: boolean
  /** It may change what this network is answered next. */
  isWrite: boolean
}

/** Where strangers are served, apart from people with an account. */
export interface Front {
  /** @throws Problem `unavailable` when too many ask */
  serve<T>(asking: Asking, work: (about: About) => Promise<T>): Promise<T>
  /** Forgets shared answers about a tenant that was written to; about all for null. */
  forget: (tenantId: string | null) => void
}

export const createFront = (limits: Limits): Front => {
  const line = createLine(limits, busy)
  const shared = createSharedAnswers(sharedFor)
  /** When each network last wrote: whoever gave a place back must find it free. */
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
