import { call, Refusal, type Solved, withSolved } from './api'
import { keep, kept } from './kept'
import type { Hold } from './pageData'

interface Place {
  api: string
  business: string
}

export interface HoldRequest extends Place {
  channel: string | undefined
  place: { variantId?: string; startsAt?: string; endsAt?: string; quantity?: number; personId?: string }
}

export interface KeptHold extends Hold {
  canExtend: boolean
}

/** Stored per tab: the solution of a pending request, then its hold. */
interface Kept {
  /** The request as text; null for a hold to release. */
  of: string | null
  solution?: Solved
  hold?: KeptHold
}

interface Making {
  of: string
  /** The visitor has left, so the hold is released on arrival. */
  isLeft: boolean
  hold: Promise<KeptHold>
}

/** In milliseconds. */
const patience = 20_000

const nameOf = ({ business }: Place): string => `booking-hold ${business}`
const textOf = ({ channel, place }: HoldRequest): string => JSON.stringify([channel, place])

const recall = (place: Place): Kept | null => kept<Kept>(nameOf(place))
const remember = (place: Place, value: Kept | null): void => keep(nameOf(place), value)

/** The latest pending hold. A visitor who returns to the same time before it arrives shares it. */
let making: Making | null = null

let turn: Promise<unknown> = Promise.resolve()

/** Queues calls: a released place is free for the next hold only after its release. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = turn.then(work)
  turn = done.catch(() => {})
  return done
}

const ask = async ({ api, channel, place }: HoldRequest, solution: Solved): Promise<KeptHold> => {
  const answer = await call<Hold>(`${api}/holds`, {
    ...{ method: 'POST', query: { channel }, body: { ...place, ...solution } },
    // A constant key, because the server tells calls apart by the challenge. The challenge gives access to the
    // hold, so it stays out of headers.
    headers: { 'Idempotency-Key': 'hold' },
    signal: AbortSignal.timeout(patience),
  })
  return { ...answer, canExtend: true }
}

/** Whether the server did not decide, so that the call can be repeated. */
const isUnjudged = (error: unknown): boolean => {
  if (!(error instanceof Refusal)) return true
  const { status = 503 } = error.body as { status?: number }
  return status === 429 || status >= 500
}

/** Repeats a request whose answer was lost: the same solution gives the same hold. Null if there is none. */
const askAgain = (wanted: HoldRequest, solution: Solved): Promise<KeptHold | null> =>
  ask(wanted, solution).catch((error: unknown) => {
    if (isUnjudged(error)) throw error
    return null
  })

export const forgetHold = (place: Place, { holdToken }: Hold): void => {
  if (recall(place)?.hold?.holdToken === holdToken) remember(place, null)
}

/**
 * Releases a hold. On failure, the next hold of this tab retries it first.
 *
 * @throws {Refusal} if the server did not decide
 */
const giveBack = async (place: Place, hold: KeptHold): Promise<void> => {
  remember(place, { of: null, hold })
  const url = `${place.api}/holds/${hold.holdToken}`
  await call(url, { method: 'DELETE', keepalive: true, signal: AbortSignal.timeout(patience) }).catch(
    (error: unknown) => {
      if (isUnjudged(error)) throw error
    },
  )
  forgetHold(place, hold)
}

/** Reports that the page is left. It may be a reload, so the server keeps the hold for a moment. */
export const leavePage = (place: Place): void => {
  const hold = recall(place)?.hold
  if (!hold) return
  call(`${place.api}/holds/${hold.holdToken}/leave`, { method: 'POST', body: {}, keepalive: true }).catch(() => {})
}

/**
 * Resumes the hold of a page that was left, up to its former end. Null if it is over.
 *
 * @throws {Refusal} if the server did not decide
 */
const comeBack = async (place: Place, hold: KeptHold): Promise<KeptHold | null> => {
  const url = `${place.api}/holds/${hold.holdToken}/return`
  const signal = AbortSignal.timeout(patience)
  const answer = await call<Pick<Hold, 'expiresAt'>>(url, { method: 'POST', body: {}, signal }).catch(
    (error: unknown) => {
      if (isUnjudged(error)) throw error
      return null
    },
  )
  if (!answer) return null
  // A hold that was booked meanwhile has no end, so the clock keeps the former one.
  const end = Math.min(Date.parse(hold.expiresAt), Date.parse(answer.expiresAt))
  return end > Date.now() ? { ...hold, expiresAt: new Date(end).toISOString() } : null
}

export const hasHold = (place: Place): boolean => Boolean(recall(place)?.hold)

/**
 * Releases this tab's hold before other times load, because its own time would seem taken.
 *
 * @param signal aborted when the visitor leaves the choice of times
 */
export const whenGivenBack = (place: Place, signal: AbortSignal): Promise<void> =>
  inTurn(async () => {
    const hold = recall(place)?.hold
    if (hold && !signal.aborted) await giveBack(place, hold)
  }).catch(() => {})

const make = async (wanted: HoldRequest): Promise<KeptHold> => {
  const of = textOf(wanted)
  const before = recall(wanted)
  const isSame = before?.of === of
  const hold = before?.hold ?? (isSame && before.solution ? await askAgain(wanted, before.solution) : null)
  const again = isSame && hold ? await comeBack(wanted, hold) : null
  if (again) return again
  // This device's clock may be wrong: a hold that seems over may still block its own visitor.
  if (hold) await giveBack(wanted, hold)
  return withSolved(wanted.api, wanted.channel, solution => {
    remember(wanted, { of, solution })
    return ask(wanted, solution)
  })
}

const begin = (wanted: HoldRequest): Making => {
  const end = () => {
    if (making === mine) making = null
  }
  const arrive = async (hold: KeptHold): Promise<KeptHold> => {
    end()
    remember(wanted, { of: mine.of, hold })
    if (mine.isLeft) await giveBack(wanted, hold)
    return hold
  }
  const fail = (error: unknown): never => {
    end()
    throw error
  }
  const mine: Making = { of: textOf(wanted), isLeft: false, hold: inTurn(() => make(wanted).then(arrive, fail)) }
  return mine
}

/**
 * Holds a time for this tab, or returns its existing hold.
 *
 * @throws {Refusal}
 */
export const takeHold = (wanted: HoldRequest): Promise<KeptHold> => {
  if (making?.of !== textOf(wanted)) making = begin(wanted)
  making.isLeft = false
  return making.hold
}

/** Stores a changed hold, unless it was released meanwhile. */
export const keepHold = (wanted: HoldRequest, hold: KeptHold): void => {
  const of = textOf(wanted)
  const now = recall(wanted)
  if (now?.of === of && now.hold?.holdToken === hold.holdToken) remember(wanted, { of, hold })
}

/** Releases the hold, so that the time shows as free when the visitor goes back. */
export const leaveHold = (wanted: HoldRequest): void => {
  const of = textOf(wanted)
  if (making?.of === of) {
    making.isLeft = true
    return
  }
  const now = recall(wanted)
  const hold = now?.of === of ? now.hold : undefined
  if (hold) inTurn(() => giveBack(wanted, hold)).catch(() => {})
}
