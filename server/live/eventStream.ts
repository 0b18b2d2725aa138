import type { LiveEvent, LiveEvents } from './LiveEvents'

/** Proxies close connections on which nothing happens. */
const beatEvery = 15_000

/** Long enough to be rare; then whoever listens shows a token again, and may have become nobody. */
const longest = 10 * 60_000

/** More than that, and fetching all is less work. */
const maxWaiting = 100

interface Options {
  tenantId: string
  resource: string
  beat?: number
  onEnd?: () => void
}

/**
 * A tenant's changes of one resource as server-sent events: `event: change` with `{resource, ids}`. Whoever reads slowly gets
 * fewer events with more ids, not a longer queue.
 */
export const eventStream = (
  live: LiveEvents,
  { tenantId, resource, beat = beatEvery, onEnd = () => {} }: Options,
): Response => {
  const waiting = new Set<string>()
  let isEverything = false
  let isOver = false
  let wake = () => {}
  let unsubscribe = () => {}
  let ending: NodeJS.Timeout | undefined
  const end = () => {
    isOver = true
    clearTimeout(ending)
    unsubscribe()
    wake()
    onEnd()
  }
  const note = (event: LiveEvent) => {
    if (event.resource !== resource) return
    for (const id of event.ids) waiting.add(id)
    if (event.ids.length === 0 || waiting.size > maxWaiting) isEverything = true
    wake()
  }
  /** Resolves with what there is to say, after a while with a sign of life. */
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
        unsubscribe = await live.subscribe(tenantId, note, end)
      } catch (error) {
        onEnd()
        throw error
      }
      // Whoever asked has gone away meanwhile.
      if (isOver) return unsubscribe()
      ending = setTimeout(end, longest).unref()
      controller.enqueue(encoder.encode('retry: 1000\n\n'))
    },
    // Called when the last event was taken: the queue never grows.
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
      // Proxies that gather what they pass on would hold events back.
      'X-Accel-Buffering': 'no',
    },
  })
}
