import { MINUTE } from '../../src/time/instant'
import type { Follower } from './Followers'
import type { LiveEvent, LiveEvents } from './LiveEvents'

/** The interval between signs of life, in milliseconds: proxies close idle connections. */
const beatEvery = 15_000

/** The longest stream, in milliseconds; then the client reconnects and is authenticated again. */
const longest = 10 * MINUTE

/** Beyond this many waiting ids, refetching everything is less work. */
const maxWaiting = 100

interface Options {
  follower: Omit<Follower, 'end'>
  resource: string
  /** Says only that something changed, for followers who may not see all records. */
  isAnonymous?: boolean
  beat?: number
  onEnd?: () => void
}

/**
 * A tenant's changes of one resource as server-sent events: `event: change` with `{resource, ids}`. A slow reader gets fewer
 * events with more ids, not a longer queue. The stream ends as soon as the follower loses access.
 */
export const eventStream = (
  live: LiveEvents,
  { follower, resource, isAnonymous = false, beat = beatEvery, onEnd = () => {} }: Options,
): Response => {
  const waiting = new Set<string>()
  let isEverything = false
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
  /** Ends the stream without the waiting events, which the follower may no longer see. */
  const endUnsaid = () => {
    waiting.clear()
    isEverything = false
    end()
  }
  const note = (event: LiveEvent) => {
    if (event.resource !== null && event.resource !== resource) return
    for (const id of event.ids) waiting.add(id)
    if (isAnonymous || event.ids.length === 0 || waiting.size > maxWaiting) isEverything = true
    wake()
  }
  /** Resolves with the next event, or with a sign of life after a while. */
  const next = async (): Promise<string> => {
    if (waiting.size === 0 && !isEverything && !isOver) {
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, beat).unref()
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    if (waiting.size === 0 && !isEverything) return ': still here\n\n'
    const data = JSON.stringify({ resource, ids: isEverything ? [] : [...waiting] })
    waiting.clear()
    isEverything = false
    return `event: change\ndata: ${data}\n\n`
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
        // The client has disconnected meanwhile, or lost access.
        unsubscribe()
        unwatch()
        return controller.close()
      }
      ending = setTimeout(end, longest).unref()
      controller.enqueue(encoder.encode('retry: 1000\n\n'))
    },
    // Called once the last event is taken, so the queue never grows.
    pull: async controller => {
      const text = await next()
      controller.enqueue(encoder.encode(text))
      if (isOver) controller.close()
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
