import { createParser } from 'eventsource-parser'
import { checkSession } from '../authProvider/checkSession'
import type { Session } from '../authProvider/createSession'

interface FollowOptions {
  url: string
  session: Pick<Session, 'accessToken' | 'expire'>
  tenantId: string
  signal: AbortSignal
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

const read = async (stream: ReadableStream<BufferSource>, onChange: () => void): Promise<void> => {
  const parser = createParser({
    onEvent: ({ event }) => {
      if (event === 'change') onChange()
    },
  })
  const texts = stream.pipeThrough(new TextDecoderStream())
  await texts.pipeTo(new WritableStream({ write: text => parser.feed(text) }))
}

/**
 * Follows server-sent events until `signal` aborts or nobody is signed in. EventSource sends no token. Without a
 * connection, calls `onChange` at intervals.
 */
export const followChanges = async ({ url, session, tenantId, signal, onChange }: FollowOptions): Promise<void> => {
  let pause = shortestWait
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    try {
      if (!isFirst) {
        await checkSession(session).catch(() => {})
        // Changes may have been missed.
        onChange()
      }
      const token = await session.accessToken()
      if (!token || signal.aborted) return
      const response = await fetch(url, {
        headers: { Accept: 'text/event-stream', Authorization: `Bearer ${token}`, 'X-Tenant-ID': tenantId },
        signal,
      })
      if (response.status === 401) return await session.expire(token)
      if (response.status === 403) return
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
