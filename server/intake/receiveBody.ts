import type { HonoRequest } from 'hono'
import { within } from '../within'
import { BodyRefusal } from './bodyRefusal'
import { defaultBodyTimeout, slotOf } from './requestSlots'
import type { UploadRoom } from './uploadRoom'

const tooSlow = () => new BodyRefusal('tooSlow')

interface Watch {
  isOver: () => boolean
  arrived?: (size: number) => void
}

const readParts = async (raw: Request, maxBytes: number, { isOver, arrived }: Watch): Promise<Uint8Array[]> => {
  const reader = raw.body?.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (let part = await reader?.read(); part && !part.done && !isOver(); part = await reader?.read()) {
    size += part.value.byteLength
    if (size > maxBytes) throw new BodyRefusal('tooLarge')
    parts.push(part.value)
    arrived?.(size)
  }
  return parts
}

const readStream = async (raw: Request, maxBytes: number, signal: AbortSignal): Promise<string> => {
  const parts = await readParts(raw, maxBytes, { isOver: () => signal.aborted })
  return new TextDecoder().decode(Buffer.concat(parts))
}

const claimedLength = ({ headers }: Request): number | null => {
  const length = headers.has('transfer-encoding') ? null : headers.get('content-length')
  return length === null ? null : Number(length)
}

const read = async ({ raw }: HonoRequest, maxBytes: number, signal: AbortSignal): Promise<string> => {
  const length = claimedLength(raw)
  if (length !== null && length > maxBytes) throw new BodyRefusal('tooLarge')
  try {
    return await (length === null ? readStream(raw, maxBytes, signal) : raw.text())
  } catch (error) {
    // The sender has disconnected.
    throw error instanceof BodyRefusal ? error : new BodyRefusal('broken', error)
  }
}

/**
 * Gives up the request's place meanwhile, so check the head first.
 * @throws BodyRefusal
 */
export const receiveText = (request: HonoRequest, maxBytes: number): Promise<string> => {
  const place = slotOf(request)
  const receive = () =>
    within(place?.bodyTimeout ?? defaultBodyTimeout, signal => read(request, maxBytes, signal), { tooLate: tooSlow })
  return place ? place.lend(receive) : receive()
}

/** Bytes per millisecond: 256 kbit/s, a slow phone line. */
const pace = 32

const atPace = async <T>(grace: number, work: (watch: Watch) => Promise<T>): Promise<T> => {
  const begun = performance.now()
  let size = 0
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const look = () => {
      const due = begun + grace + size / pace - performance.now()
      if (due > 0) timer = setTimeout(look, due)
      else {
        isOver = true
        reject(tooSlow())
      }
    }
    look()
  })
  const working = work({
    isOver: () => isOver,
    arrived: now => {
      size = now
    },
  })
  working.catch(() => {})
  return Promise.race([working, late]).finally(() => clearTimeout(timer))
}

interface UploadLimits {
  maxBytes: number
  room: UploadRoom
  person: string
}

/** Like `receiveText`; an upload must also keep its pace. */
export const receiveBytes = async (
  request: HonoRequest,
  { maxBytes, room, person }: UploadLimits,
): Promise<Uint8Array> => {
  const { raw } = request
  const claimed = claimedLength(raw)
  if (claimed !== null && claimed > maxBytes) throw new BodyRefusal('tooLarge')
  const leave = room.enter(person, claimed ?? maxBytes)
  if (!leave) throw new BodyRefusal('busy')
  const place = slotOf(request)
  const receive = () =>
    atPace(place?.bodyTimeout ?? defaultBodyTimeout, watch => readParts(raw, maxBytes, watch)).catch(error => {
      throw error instanceof BodyRefusal ? error : new BodyRefusal('broken', error)
    })
  try {
    return Buffer.concat(await (place ? place.lend(receive) : receive()))
  } finally {
    leave()
  }
}
