import type { HonoRequest } from 'hono'
import { BodyRefusal } from './bodyRefusal'
import { defaultBodyTimeout, placeOf } from './places'

/** Rejects when `work` takes longer. Its signal is then aborted, and its outcome ignored. */
const within = async <T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new BodyRefusal('tooSlow'))
      controller.abort()
    }, milliseconds)
  })
  const working = work(controller.signal)
  working.catch(() => {})
  return Promise.race([working, tooLate]).finally(() => clearTimeout(timer))
}

/** Reads a body of unknown length, up to `maxBytes`. */
const readStream = async (raw: Request, maxBytes: number, signal: AbortSignal): Promise<string> => {
  const reader = raw.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  for (let part = await reader.read(); !part.done && !signal.aborted; part = await reader.read()) {
    size += part.value.byteLength
    if (size > maxBytes) throw new BodyRefusal('tooLarge')
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

const read = async ({ raw }: HonoRequest, maxBytes: number, signal: AbortSignal): Promise<string> => {
  const length = raw.headers.has('transfer-encoding') ? null : raw.headers.get('content-length')
  if (Number(length) > maxBytes) throw new BodyRefusal('tooLarge')
  try {
    return await (length === null ? readStream(raw, maxBytes, signal) : raw.text())
  } catch (error) {
    // The sender has disconnected.
    throw error instanceof BodyRefusal ? error : new BodyRefusal('broken', error)
  }
}

/**
 * Reads a request's body. The request gives up its place meanwhile, so call this after all checks of the head.
 * @throws BodyRefusal
 */
export const receiveText = (request: HonoRequest, maxBytes: number): Promise<string> => {
  const place = placeOf(request)
  const receive = () => within(place?.bodyTimeout ?? defaultBodyTimeout, signal => read(request, maxBytes, signal))
  return place ? place.lend(receive) : receive()
}
