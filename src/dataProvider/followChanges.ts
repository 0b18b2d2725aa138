import type { Session } from '../authProvider/createSession'

interface FollowOptions {
  /** Such as `/api/bookings/live`. */
  url: string
  session: Pick<Session, 'accessToken'>
  tenantId: string
  signal: AbortSignal
  /** Something has changed, or may have while nobody was listening. */
  onChange: () => void
}

const [shortestWait, longestWait] = [1000, 30_000]

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Calls `onChange` for every `change` event of a stream, until it ends. */
const read = async (stream: ReadableStream<Uint8Array>, onChange: () => void): Promise<void> => {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let unread = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const events = (unread + decoder.decode(value, { stream: true })).split('\n\n')
    unread = events.pop() ?? ''
    if (events.some(event => /^event: change$/m.test(event))) onChange()
  }
}

/**
 * Follows server-sent events until `signal` is aborted or nobody is signed in. EventSource could not say who is asking. While the
 * connection fails, `onChange` is called now and then instead, so that screens ask again by themselves.
 */
export const followChanges = async ({ url, session, tenantId, signal, onChange }: FollowOptions): Promise<void> => {
  let pause = shortestWait
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    // What happened in between was missed.
    if (!isFirst) onChange()
    try {
      const token = await session.accessToken()
      if (!token || signal.aborted) return
      const response = await fetch(url, {
        headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}`, 'X-Tenant-ID': tenantId },
        signal,
      })
      // Whatever else is asked will say so.
      if (response.status === 401 || response.status === 403) return
      if (response.ok && response.body) {
        pause = shortestWait
        await read(response.body, onChange)
      } else pause = Math.min(pause * 2, longestWait)
    } catch {
      pause = Math.min(pause * 2, longestWait)
    }
    await wait(pause, signal)
  }
}
