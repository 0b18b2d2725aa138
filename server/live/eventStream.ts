import { MINUTE } from '../../src/time/instant'
import type { Follower } from './Followers'
import type { LiveEvent, LiveEvents } from './LiveEvents'

/** Milliseconds. Proxies close idle connections. */
const beatEvery = 15_000

/** Then the client reconnects and is authenticated again. */
const longest = 10 * MINUTE

/** Beyond this, refetching everything is less work. */
const maxWaiting = 100

interface Options {
  follower: Omit<Follower, 'end'>
  resource: string
  also?: readonly string[]
  /** For followers who may not see all records. */
  isAnonymous?: boolean
  beat?: number
  onEnd?: () => void
}

/**
 * Answers with server-sent events: `event: change` with `{resource, ids}`. Ends as soon as the follower loses access.
 */
export const eventStream = (
  live: LiveEvents,
  { follower, resource, also = [], isAnonymous = false, beat = beatEvery, onEnd = () => {} }: Options,
): Response => {
  const waiting = new Map<string, Set<string> | null>()
  let isOver = false
  let wake = () => {}
  let unsubscribe = () => {}
  let unwatch = () => {}
  let ending: NodeJS.Timeout | undefined
  const end = () => {
    isOver = true
    clearTimeout(ending)
    unsubscribe()
    unwatch()
    wake()
    onEnd()
  }
  /** The follower may no longer see the waiting events. */
  const endUnsaid = () => {
    waiting.clear()
    end()
  }
  const note = (event: LiveEvent) => {
    const named = [resource, ...also].filter(name => event.resource === null || event.resource === name)
    for (const name of named) {
      const ids = waiting.has(name) ? waiting.get(name) : new Set<string>()
      for (const id of event.ids) ids?.add(id)
      const isEverything = !ids || isAnonymous || event.ids.length === 0 || ids.size > maxWaiting
      waiting.set(name, isEverything ? null : ids)
    }
    if (named.length > 0) wake()
  }
  const next = async (): Promise<string> => {
    if (waiting.size === 0 && !isOver) {
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, beat).unref()
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    const [name, ids] = waiting.entries().next().value ?? []
    if (!name) return ': still here\n\n'
    waiting.delete(name)
    return `event: change\ndata: ${JSON.stringify({ resource: name, ids: [...(ids ?? [])] })}\n\n`
  }

  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start: async controller => {
      try {
        unsubscribe = await live.subscribe(follower.tenantId, note, end)
        unwatch = await live.followers.watch({ ...follower, end: endUnsaid })
      } catch (error) {
        end()
        throw error
      }
      if (isOver) {
        unsubscribe()
        unwatch()
        return controller.close()
      }
      ending = setTimeout(end, longest).unref()
      controller.enqueue(encoder.encode('retry: 1000\n\n'))
    },
    // Called only after the last event is taken, so the queue never grows.
    pull: async controller => {
      const text = await next()
      controller.enqueue(encoder.encode(text))
      if (isOver && waiting.size === 0) controller.close()
    },
    cancel: end,
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // Buffering proxies would hold events back.
      'X-Accel-Buffering': 'no',
    },
  })
}
