import { SECOND } from '../../../src/declare'

interface Waiting {
  tenantId: string
  start: () => void
}

/** Parsing takes seconds of CPU; each tenant parses one calendar at a time. */
const most = 2
const patience = 30 * SECOND

const reading = new Set<string>()
const line = new Set<Waiting>()

const startNext = (): void => {
  for (const one of line) {
    if (reading.size >= most) return
    if (reading.has(one.tenantId)) continue
    reading.add(one.tenantId)
    one.start()
  }
}

export const inTurn = async <T>(
  tenantId: string,
  signal: AbortSignal | undefined,
  read: () => Promise<T>,
): Promise<T | null> => {
  const hasTurn = await new Promise<boolean>(settle => {
    const waiting = { tenantId, start: () => leave(true) }
    const giveUp = () => leave(false)
    const late = setTimeout(giveUp, patience)
    const leave = (mayStart: boolean) => {
      clearTimeout(late)
      signal?.removeEventListener('abort', giveUp)
      line.delete(waiting)
      settle(mayStart)
    }
    if (signal?.aborted) return giveUp()
    signal?.addEventListener('abort', giveUp)
    line.add(waiting)
    startNext()
  })
  if (!hasTurn) return null
  try {
    return await read()
  } finally {
    reading.delete(tenantId)
    startNext()
  }
}
