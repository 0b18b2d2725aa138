import { call, Refusal, type Solved, withSolved } from './api'
import { keep, kept } from './kept'
import type { Hold } from './pageData'

/** Whose page this is, and where its calls go. */
interface Place {
  api: string
  /** The slug of the business. */
  business: string
}

/** A place to be held, and where to ask for it. */
export interface Wish extends Place {
  channel: string | undefined
  place: { variantId?: string; startsAt?: string; endsAt?: string; quantity?: number; personId?: string }
}

export interface KeptHold extends Hold {
  canExtend: boolean
}

/** What a tab keeps: the solution that it asks for a place with, and then the hold. */
interface Kept {
  /** The wish, as text; null for a hold that is to be given back. */
  of: string | null
  solution?: Solved
  hold?: KeptHold
}

/** A hold that is on its way. */
interface Making {
  of: string
  /** Nobody waits for it any more. */
  isLeft: boolean
  hold: Promise<KeptHold>
}

/** After so long without an answer, in milliseconds, people may try again. */
const patience = 20_000

const nameOf = ({ business }: Place): string => `booking-hold ${business}`
const textOf = ({ channel, place }: Wish): string => JSON.stringify([channel, place])

const recall = (place: Place): Kept | null => kept<Kept>(nameOf(place))
const remember = (place: Place, value: Kept | null): void => keep(nameOf(place), value)

/** The last one that was begun: whoever comes back before it arrives gets the same. */
let making: Making | null = null

let turn: Promise<unknown> = Promise.resolve()

/** One call follows the other: a place that is given back is free for the next hold only after that. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = turn.then(work)
  turn = done.catch(() => {})
  return done
}

const ask = async ({ api, channel, place }: Wish, solution: Solved): Promise<KeptHold> => {
  const answer = await call<Hold>(`${api}/holds`, {
    ...{ method: 'POST', query: { channel }, body: { ...place, ...solution } },
    // One key for all: the server tells calls apart by the challenge. Whoever knows that may get the hold: no header says it.
    headers: { 'Idempotency-Key': 'hold' },
    signal: AbortSignal.timeout(patience),
  })
  return { ...answer, canExtend: true }
}

/** Whether the server has not judged a call, so that it may be sent again. */
const isUnjudged = (error: unknown): boolean => {
  if (!(error instanceof Refusal)) return true
  const { status = 503 } = error.body as { status?: number }
  return status === 429 || status >= 500
}

/** The hold whose answer was lost: the same solution gets the same one. Null where there is none. */
const askAgain = (wish: Wish, solution: Solved): Promise<KeptHold | null> =>
  ask(wish, solution).catch((error: unknown) => {
    if (isUnjudged(error)) throw error
    return null
  })

/** Forgets a hold that is a booking now, or given back. */
export const forgetHold = (place: Place, { holdToken }: Hold): void => {
  if (recall(place)?.hold?.holdToken === holdToken) remember(place, null)
}

/** Gives a hold back. If the call does not get through, the next hold of this tab begins with it. @throws Refusal then */
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

/** Says that the page is left. It may be a reload: the server keeps the place for a moment. */
export const leavePage = (place: Place): void => {
  const hold = recall(place)?.hold
  if (!hold) return
  call(`${place.api}/holds/${hold.holdToken}/leave`, { method: 'POST', body: {}, keepalive: true }).catch(() => {})
}

/** The hold of a page that was left, for as long as it was. Null if it is over. @throws Refusal for want of an answer */
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
  // What is booked meanwhile has no end: the clock shows the one that it had.
  const end = Math.min(Date.parse(hold.expiresAt), Date.parse(answer.expiresAt))
  return end > Date.now() ? { ...hold, expiresAt: new Date(end).toISOString() } : null
}

/** Whether this tab still has a hold. */
export const hasHold = (place: Place): boolean => Boolean(recall(place)?.hold)

/**
 * Gives back what this tab holds, for whoever chooses another time: it would seem taken to themselves.
 * @param signal aborted when they do not choose any more
 */
export const whenGivenBack = (place: Place, signal: AbortSignal): Promise<void> =>
  inTurn(async () => {
    const hold = recall(place)?.hold
    if (hold && !signal.aborted) await giveBack(place, hold)
  }).catch(() => {})

const make = async (wish: Wish): Promise<KeptHold> => {
  const of = textOf(wish)
  const before = recall(wish)
  const isSame = before?.of === of
  const hold = before?.hold ?? (isSame && before.solution ? await askAgain(wish, before.solution) : null)
  const again = isSame && hold ? await comeBack(wish, hold) : null
  if (again) return again
  // One that seems over may still stand, since this clock may be wrong: it would take the place from its own visitor.
  if (hold) await giveBack(wish, hold)
  return withSolved(wish.api, wish.channel, solution => {
    remember(wish, { of, solution })
    return ask(wish, solution)
  })
}

const begin = (wish: Wish): Making => {
  const end = () => {
    if (making === mine) making = null
  }
  const arrive = async (hold: KeptHold): Promise<KeptHold> => {
    end()
    remember(wish, { of: mine.of, hold })
    if (mine.isLeft) await giveBack(wish, hold)
    return hold
  }
  const fail = (error: unknown): never => {
    end()
    throw error
  }
  const mine: Making = { of: textOf(wish), isLeft: false, hold: inTurn(() => make(wish).then(arrive, fail)) }
  return mine
}

/** Holds a place for this tab: the one it has, if it has it already. @throws Refusal */
export const takeHold = (wish: Wish): Promise<KeptHold> => {
  if (making?.of !== textOf(wish)) making = begin(wish)
  making.isLeft = false
  return making.hold
}

/** Keeps what became of a hold, unless it was given back meanwhile. */
export const keepHold = (wish: Wish, hold: KeptHold): void => {
  const of = textOf(wish)
  const now = recall(wish)
  if (now?.of === of && now.hold?.holdToken === hold.holdToken) remember(wish, { of, hold })
}

/** Gives the place back, so that whoever goes back finds the time free again. */
export const leaveHold = (wish: Wish): void => {
  const of = textOf(wish)
  if (making?.of === of) {
    making.isLeft = true
    return
  }
  const now = recall(wish)
  const hold = now?.of === of ? now.hold : undefined
  if (hold) inTurn(() => giveBack(wish, hold)).catch(() => {})
}
