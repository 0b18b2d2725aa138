import { LRUCache } from 'lru-cache'

interface Shared {
  begun: number
  answer: Promise<unknown>
  isSettled: boolean
  tenantId: string | null
}

/** Names the tenant of a shared answer, by which `front.forget` finds it. */
export type About = (tenantId: string) => void

const most = 500

/** @param keptFor milliseconds */
export const createSharedAnswers = (keptFor: number, clock = () => performance.now()) => {
  const kept = new LRUCache<string, Shared>({ max: most })

  const begin = (key: string, work: (about: About) => Promise<unknown>): Shared => {
    const shared: Shared = { begun: clock(), answer: Promise.resolve(), isSettled: false, tenantId: null }
    const forget = () => {
      if (kept.peek(key) === shared) kept.delete(key)
    }
    shared.answer = work(tenantId => {
      shared.tenantId = tenantId
    })
    kept.set(key, shared)
    shared.answer
      .catch(forget)
      .finally(() => {
        shared.isSettled = true
        // Large answers that nobody requests again would fill the memory.
        setTimeout(forget, keptFor).unref()
      })
      .catch(() => {})
    return shared
  }

  return {
    ask: async <T>(key: string, work: (about: About) => Promise<T>, since = Number.NEGATIVE_INFINITY): Promise<T> => {
      const earliest = Math.max(clock() - keptFor, since)
      for (;;) {
        const shared = kept.get(key)
        const isYoung = shared !== undefined && shared.begun >= earliest
        if (isYoung) return shared.answer as Promise<T>
        if (!shared || shared.isSettled) return begin(key, work).answer as Promise<T>
        // Everybody who found an answer too old shares a new one.
        await shared.answer.catch(() => {})
      }
    },
    forget: (tenantId: string | null): void => {
      for (const [key, shared] of kept.entries())
        if (tenantId === null || shared.tenantId === null || shared.tenantId === tenantId) kept.delete(key)
    },
    now: clock,
    get size(): number {
      return kept.size
    },
  }
}
