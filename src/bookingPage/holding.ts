import { call, Refusal, type Solved, solved } from './api'
import { keep, kept } from './kept'
import type { Hold } from './pageData'

/** A place to be held, and where to ask for it. */
export interface Wish {
  api: string
  /** The slug of the business. */
  business: string
  channel: string | undefined
  place: { variantId?: string; startsAt?: string; endsAt?: string; quantity?: number }
}

export interface KeptHold extends Hold {
  canExtend: boolean
}

/** What a tab keeps of a wish: what it asked with, and then what it got. */
interface Kept {
  of: string
  solution?: Solved
  hold?: KeptHold
}

interface Making {
  of: string
  isLeft: boolean
  hold: Promise<KeptHold>
}

const nameOf = ({ business }: Wish): string => `booking-hold ${business}`
const textOf = ({ channel, place }: Wish): string => JSON.stringify([channel, place])

const recall = (wish: Wish): Kept | null => {
  const before = kept<Kept>(nameOf(wish))
  return before?.of === textOf(wish) ? before : null
}

/** The hold that is on its way: whoever comes back meanwhile gets the same. */
let making: Making | null = null

let turn: Promise<unknown> = Promise.resolve()

/** A place that is given back is free for the next hold only after that: one call follows the other. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = turn.then(work)
  turn = done.catch(() => {})
  return done
}

const ask = async ({ api, channel, place }: Wish, solution: Solved): Promise<KeptHold> => {
  const answer = await call<Hold>(`${api}/holds`, {
    ...{ method: 'POST', query: { channel }, body: { ...place, ...solution } },
    headers: { 'Idempotency-Key': solution.challenge },
  })
  return { ...answer, canExtend: true }
}

const make = async (wish: Wish): Promise<KeptHold> => {
  const { hold, solution } = recall(wish) ?? {}
  if (hold && Date.parse(hold.expiresAt) > Date.now()) return hold
  // An answer may have been lost with the page: the same solution gets the same hold.
  if (solution) {
    try {
      return await ask(wish, solution)
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'challenge_failed')) throw error
    }
  }
  const anew = await solved(wish.api, wish.channel)
  keep(nameOf(wish), { of: textOf(wish), solution: anew } satisfies Kept)
  return ask(wish, anew)
}

const giveBack = async ({ api }: Wish, { holdToken }: Hold): Promise<void> => {
  await call(`${api}/holds/${holdToken}`, { method: 'DELETE' }).catch(() => {})
}

/** Keeps a hold for this tab, which may be reloaded. */
export const keepHold = (wish: Wish, hold: KeptHold): void =>
  keep(nameOf(wish), { of: textOf(wish), hold } satisfies Kept)

/** Forgets the hold of this tab, once it is a booking. */
export const forgetHold = (wish: Wish): void => keep(nameOf(wish), null)

const begin = (wish: Wish): Making => {
  const arrive = async (hold: KeptHold) => {
    if (!mine.isLeft) {
      keepHold(wish, hold)
      return hold
    }
    forgetHold(wish)
    await giveBack(wish, hold)
    return hold
  }
  const end = () => {
    if (making === mine) making = null
  }
  const mine: Making = {
    of: textOf(wish),
    isLeft: false,
    hold: inTurn(() => make(wish).finally(end).then(arrive)),
  }
  return mine
}

/** Holds a place for this tab: the one it has, if it has it already. @throws Refusal */
export const takeHold = (wish: Wish): Promise<KeptHold> => {
  if (making?.of !== textOf(wish)) making = begin(wish)
  making.isLeft = false
  return making.hold
}

/** Gives the place back, so that whoever goes back finds the time free again. */
export const leaveHold = (wish: Wish): void => {
  if (making?.of === textOf(wish)) {
    making.isLeft = true
    return
  }
  const { hold } = recall(wish) ?? {}
  if (!hold) return
  forgetHold(wish)
  void inTurn(() => giveBack(wish, hold))
}
