import type { NeededSpan } from '../engine/neededSpan'
import type { Snapshot } from '../snapshot'
import { type Fit, FreeTimes, overlaps, type WaitingInput } from './FreeTimes'

/** Then the line waits for the entry. */
const mostPassedOver = 3

/** Such as by a customer's limit. */
const mostTries = 20

interface Matching<W extends WaitingInput> {
  waiting: readonly W[]
  snapshot: Snapshot
  span: NeededSpan
  offer: (waiting: W, fit: Fit) => Promise<Snapshot | null>
}

/**
 * Offers free times down the line (docs/domain.md#waitlist).
 * @param offer null if the time cannot be booked after all, else the new snapshot
 * @returns how often entries were passed over, by id
 */
export async function matchWaiting<W extends WaitingInput>({
  waiting: given,
  snapshot,
  span,
  offer,
}: Matching<W>): Promise<Map<string, number>> {
  const passed = new Map<string, number>()
  const countOf = ({ id, passedOverCount }: WaitingInput) => passedOverCount + (passed.get(id) ?? 0)
  let waiting = [...given]
  let free = new FreeTimes(snapshot, span)
  let isQuiet = false
  while (!isQuiet) {
    isQuiet = true
    const before: W[] = []
    const unfit: W[] = []
    for (const one of waiting) {
      const same = (other: W) => other.variantId === one.variantId
      const first = before.filter(other => same(other) && countOf(other) >= mostPassedOver)
      const found = await offerFirst(one, free, offer, fit => first.some(({ windows }) => overlaps(windows, fit)))
      before.push(one)
      if (!found.fit) {
        if (!found.isFree) unfit.push(one)
        continue
      }
      const { fit, taken } = found
      for (const other of unfit) {
        if (same(other) && overlaps(other.windows, fit)) passed.set(other.id, (passed.get(other.id) ?? 0) + 1)
      }
      free = new FreeTimes(taken, span)
      before.pop()
      waiting = waiting.filter(other => other !== one)
      passed.delete(one.id)
      isQuiet = false
    }
  }
  return passed
}

async function offerFirst<W extends WaitingInput>(
  waiting: W,
  free: FreeTimes,
  offer: Matching<W>['offer'],
  isKept: (fit: Fit) => boolean,
): Promise<{ fit: Fit; taken: Snapshot } | { fit: null; isFree: boolean }> {
  let isFree = false
  let tries = 0
  for (const fit of free.fits(waiting)) {
    isFree = true
    if (waiting.offeredStarts.includes(fit.startsAt) || isKept(fit)) continue
    const taken = await offer(waiting, fit)
    if (taken) return { fit, taken }
    tries++
    if (tries >= mostTries) break
  }
  return { fit: null, isFree }
}
