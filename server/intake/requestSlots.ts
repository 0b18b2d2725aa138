import type { HonoRequest } from 'hono'
import { MINUTE } from '../../src/time/instant'
import { networksAround } from '../networkOf'
import { BodyRefusal } from './bodyRefusal'

interface Limits {
  all: number
  ofNetwork: number
  /** Milliseconds. */
  bodyTimeout?: number
  now?: () => number
}

export interface RequestSlot {
  /** Gives up the place during `work`. @throws BodyRefusal `busy` if no place is free afterwards */
  lend<T>(work: () => Promise<T>): Promise<T>
  release(): void
  readonly bodyTimeout: number
}

export const defaultBodyTimeout = 10_000

/** A process full for longer counts as stuck. Timeouts of the database and of receivers are much shorter. */
const longest = MINUTE

export type RequestSlots = ReturnType<typeof createRequestSlots>

/**
 * More requests would only queue for the far fewer database connections. A request gives up its place while it waits
 * for its sender.
 */
export const createRequestSlots = ({
  all,
  ofNetwork,
  bodyTimeout = defaultBodyTimeout,
  now = () => performance.now(),
}: Limits) => {
  const taken = new Map<string, number>()
  let count = 0
  let fullSince = Number.POSITIVE_INFINITY
  const take = (network: string): boolean => {
    const networks = networksAround(network)
    if (count >= all || networks.some(({ name, times }) => (taken.get(name) ?? 0) >= ofNetwork * times)) return false
    count++
    for (const { name } of networks) taken.set(name, (taken.get(name) ?? 0) + 1)
    if (count >= all) fullSince = now()
    return true
  }
  const give = (network: string): void => {
    count--
    fullSince = Number.POSITIVE_INFINITY
    for (const { name } of networksAround(network)) {
      const left = (taken.get(name) ?? 1) - 1
      if (left > 0) taken.set(name, left)
      else taken.delete(name)
    }
  }
  return {
    inHand: (): number => count,
    isStuck: (): boolean => now() - fullSince > longest,
    take: (network: string): RequestSlot | null => {
      if (!take(network)) return null
      let isHeld = true
      const release = () => {
        if (isHeld) give(network)
        isHeld = false
      }
      return {
        bodyTimeout,
        release,
        lend: async work => {
          release()
          const result = await work()
          isHeld = take(network)
          if (!isHeld) throw new BodyRefusal('busy')
          return result
        },
      }
    },
  }
}

const held = new WeakMap<HonoRequest, RequestSlot>()

export const inSlot = async (request: HonoRequest, place: RequestSlot, work: () => Promise<void>): Promise<void> => {
  held.set(request, place)
  try {
    await work()
  } finally {
    place.release()
  }
}

export const slotOf = (request: HonoRequest): RequestSlot | undefined => held.get(request)
