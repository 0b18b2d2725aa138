import { LRUCache } from 'lru-cache'
import { createLine } from '../intake/line'
import { type About, createSharedAnswers } from '../intake/sharedAnswers'
import { busy, Problem } from './problem'

const sharedFor = 1000

/** Headers of a public answer: shared caches and this process keep it for a second, and browsers ask again. */
export const keptBriefly = { 'Cache-Control': `public, max-age=0, s-maxage=${sharedFor / 1000}` } as const

interface Limits {
  most: number
  ofNetwork: number
  atOnce: number
}

export interface Asking {
  network: string
  key: string | null
  /** Refuses an answer begun before the question. */
  isFresh: boolean
  isWrite: boolean
  /** Null to judge each call alone. */
  alike?: string | null
  token?: string | undefined
}

export interface Front {
  /** @throws Problem `unavailable` if too many ask */
  serve<T>(asking: Asking, work: (about: About) => Promise<T>): Promise<T>
  admit: (token: string) => void
  forget: (tenantId: string | null) => void
}

export const createFront = (limits: Limits): Front => {
  const line = createLine(limits, busy)
  const shared = createSharedAnswers(sharedFor)
  /** A visitor who gave a place back must see it free. */
  const wroteAt = new LRUCache<string, number>({ max: 10_000 })
  const refusals = new LRUCache<string, { problem: Problem; at: number; tenantId: string | null }>({ max: 500 })
  const admitted = new LRUCache<string, true>({ max: 20_000 })

  const refusalOf = (alike: string | null | undefined, since = Number.NEGATIVE_INFINITY): Problem | null => {
    const known = alike ? refusals.get(alike) : undefined
    return known && known.at > Math.max(since, shared.now() - sharedFor) ? known.problem : null
  }

  return {
    serve: async ({ network, key, isFresh, isWrite, alike, token }, work) => {
      const since = isFresh ? shared.now() : wroteAt.get(network)
      if (key !== null) return shared.ask(key, about => line.serve(network, () => work(about)), since)
      const refused = refusalOf(alike, since)
      if (refused) throw refused
      let tenantId: string | null = null
      const about: About = id => {
        tenantId = id
      }
      return line
        .serve(network, () => work(about), { goesFirst: token !== undefined && admitted.has(token) })
        .catch((error: unknown) => {
          if (alike && error instanceof Problem && error.options.isForAll)
            refusals.set(alike, { problem: error, at: shared.now(), tenantId })
          throw error
        })
        .finally(() => {
          if (isWrite) wroteAt.set(network, shared.now())
        })
    },
    admit: token => void admitted.set(token, true),
    forget: tenantId => {
      shared.forget(tenantId)
      for (const [key, refused] of refusals.entries())
        if (tenantId === null || refused.tenantId === tenantId) refusals.delete(key)
    },
  }
}
