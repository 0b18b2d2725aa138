import { LRUCache } from 'lru-cache'

interface Shared {
  /** When the work for it began, by the process's clock. */
  begun: number
  answer: Promise<unknown>
  isSettled: boolean
  /** Null until it is known. */
  tenantId: string | null
}

/** Told by the work which tenant its answer is about. */
export type About = (tenantId: string) => void

/** The most answers that are kept. */
const most = 500

/**
 * Answers that are the same for everybody: who asks while one is being worked out, or shortly after, gets that one.
 * @param keptFor how old an answer may be when it is given again, in milliseconds
 */
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
        // Large answers that nobody asks for again would fill the memory.
        setTimeout(forget, keptFor).unref()
      })
      .catch(() => {})
    return shared
  }

  return {
    /** @param since answers that were begun before are too old for whoever asks */
    ask: async <T>(key: string, work: (about: About) => Promise<T>, since = Number.NEGATIVE_INFINITY): Promise<T> => {
      const earliest = Math.max(clock() - keptFor, since)
      for (;;) {
        const shared = kept.get(key)
        const isYoung = shared !== undefined && shared.begun >= earliest
        if (isYoung) return shared.answer as Promise<T>
        if (!shared || shared.isSettled) return begin(key, work).answer as Promise<T>
        // One question at a time: the next answer is begun for all who found this one too old.
        await shared.answer.catch(() => {})
      }
    },
    /** Forgets what is, or may be, about a tenant; about all tenants for null. */
    forget: (tenantId: string | null): void => {
      for (const [key, shared] of kept.entries())
        if (tenantId === null || shared.tenantId === null || shared.tenantId === tenantId) kept.delete(key)
    },
    now: clock,
    /** How many answers are kept. */
    get size(): number {
      return kept.size
    },
  }
}
