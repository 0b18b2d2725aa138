import { call, Refusal, type Solved, withSolved } from './api'
import { keep, kept } from './kept'
import type { Hold } from './pageData'

interface Page {
  api: string
  business: string
}

export interface HoldRequest extends Page {
  channel: string | undefined
  place: {
    variantId?: string | undefined
    startsAt?: string | undefined
    endsAt?: string | undefined
    quantity?: number | undefined
    personId?: string | undefined
    /** In place of a variant. */
    parts?: readonly object[]
  }
}

export interface KeptHold extends Hold {
  canExtend: boolean
}

/** The pending solution, then the hold. */
interface Kept {
  /** The request; null for a hold to release. */
  of: string | null
  solution?: Solved
  hold?: KeptHold
}

interface Making {
  of: string
  isLeft: boolean
  hold: Promise<KeptHold>
}

/** Milliseconds. */
const patience = 20_000

const nameOf = ({ business }: Page): string => `booking-hold ${business}`
const textOf = ({ channel, place }: HoldRequest): string => JSON.stringify([channel, place])

const recall = (page: Page): Kept | null => kept<Kept>(nameOf(page))
const remember = (page: Page, value: Kept | null): void => keep(nameOf(page), value)

/** For a visitor who returns before the hold arrives. */
let making: Making | null = null

let turn: Promise<unknown> = Promise.resolve()

/** A hold may need the place that the one before releases. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = turn.then(work)
  turn = done.catch(() => {})
  return done
}

const ask = async ({ api, channel, place }: HoldRequest, solution: Solved): Promise<KeptHold> => {
  const answer = await call<Hold>(`${api}/holds`, {
    ...{ method: 'POST', query: { channel }, body: { ...place, ...solution } },
    // The challenge identifies the call but opens the hold, so no header holds it.
    headers: { 'Idempotency-Key': 'hold' },
    ...{ timeout: patience, isPatient: true },
  })
  return { ...answer, canExtend: true }
}

/** The server decided nothing: the call may repeat. */
const isUnjudged = (error: unknown): boolean => {
  if (!(error instanceof Refusal)) return true
  const { status = 503 } = error.body as { status?: number }
  return status === 429 || status >= 500
}

const askAgain = (wanted: HoldRequest, solution: Solved): Promise<KeptHold | null> =>
  ask(wanted, solution).catch((error: unknown) => {
    if (isUnjudged(error)) throw error
    return null
  })

export const forgetHold = (page: Page, { holdToken }: Hold): void => {
  if (recall(page)?.hold?.holdToken === holdToken) remember(page, null)
}

/** After a failure, the next hold retries this first. @throws {Refusal} if the server decided nothing */
const giveBack = async (page: Page, hold: KeptHold): Promise<void> => {
  remember(page, { of: null, hold })
  const url = `${page.api}/holds/${hold.holdToken}`
  await call(url, { method: 'DELETE', keepalive: true, timeout: patience }).catch((error: unknown) => {
    if (isUnjudged(error)) throw error
  })
  forgetHold(page, hold)
}

/** The server keeps the hold for a moment, in case of a reload. */
export const leavePage = (page: Page): void => {
  const hold = recall(page)?.hold
  if (!hold) return
  call(`${page.api}/holds/${hold.holdToken}/leave`, { method: 'POST', body: {}, keepalive: true }).catch(() => {})
}

/** Null if over. @throws {Refusal} if the server decided nothing */
const comeBack = async (page: Page, hold: KeptHold): Promise<KeptHold | null> => {
  const url = `${page.api}/holds/${hold.holdToken}/return`
  const answer = await call<Pick<Hold, 'expiresAt'>>(url, { method: 'POST', body: {}, timeout: patience }).catch(
    (error: unknown) => {
      if (isUnjudged(error)) throw error
      return null
    },
  )
  if (!answer) return null
  // A booked hold has no end.
  const end = Math.min(Date.parse(hold.expiresAt), Date.parse(answer.expiresAt))
  return end > Date.now() ? { ...hold, expiresAt: new Date(end).toISOString() } : null
}

export const hasHold = (page: Page): boolean => Boolean(recall(page)?.hold)

/**
 * Releases this tab's hold before other times load: its time would seem taken.
 * @param signal aborts when the visitor leaves
 */
export const whenGivenBack = (page: Page, signal: AbortSignal): Promise<void> =>
  inTurn(async () => {
    const hold = recall(page)?.hold
    if (hold && !signal.aborted) await giveBack(page, hold)
  }).catch(() => {})

const make = async (wanted: HoldRequest): Promise<KeptHold> => {
  const of = textOf(wanted)
  const before = recall(wanted)
  const isSame = before?.of === of
  const hold = before?.hold ?? (isSame && before.solution ? await askAgain(wanted, before.solution) : null)
  const again = isSame && hold ? await comeBack(wanted, hold) : null
  if (again) return again
  // With a wrong clock, a hold may seem over and still block its visitor.
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

/** Reuses this tab's hold for the same request. @throws {Refusal} */
export const takeHold = (wanted: HoldRequest): Promise<KeptHold> => {
  if (making?.of !== textOf(wanted)) making = begin(wanted)
  making.isLeft = false
  return making.hold
}

export const keepHold = (wanted: HoldRequest, hold: KeptHold): void => {
  const of = textOf(wanted)
  const now = recall(wanted)
  if (now?.of === of && now.hold?.holdToken === hold.holdToken) remember(wanted, { of, hold })
}

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
