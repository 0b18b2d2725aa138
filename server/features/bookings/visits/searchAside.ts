import { isDeepStrictEqual } from 'node:util'
import type { Snapshot } from '../../../../src/scheduling'
import { TooManyPlans } from '../../../../src/scheduling/visits/VisitParts'
import type { VisitPlace } from './visitQuestion'

/** Some hundredths of a second. */
const fewSteps = 1_000

interface Found {
  steps: number
}

type Search<T extends Found> = (mostSteps: number) => Promise<T>

/** Rolls back the transaction, so that nobody waits for its places. */
class SearchesLong extends Error {
  readonly basis: unknown
  readonly stepsLeft: number
  readonly search: Search<Found>

  constructor(basis: unknown, stepsLeft: number, search: Search<Found>) {
    super('The search for the visit is too long for a transaction.')
    this.basis = basis
    this.stepsLeft = stepsLeft
    this.search = search
  }
}

interface Tries {
  stepsLeft: number | null
  found: { basis: unknown; result: Found } | null
}

const tries = new WeakMap<object, Tries>()

/** Everything that decides a search. Each try has another clock and another id for a new customer. */
const basisOf = ({ now: _, customer, ...snapshot }: Snapshot, { customerId: __, ...place }: VisitPlace) => ({
  ...{ snapshot, place },
  customer: customer && { ...customer, id: null },
})

/**
 * Searches in a transaction that locks every place it may choose. Within `searchingAside`, a long search ends the
 * transaction.
 * @param mostSteps of all tries
 * @throws TooManyPlans
 */
export const searchUnderLocks = async <T extends Found>(
  request: object,
  { snapshot, place, mostSteps }: { snapshot: Snapshot; place: VisitPlace; mostSteps: number },
  search: Search<T>,
): Promise<T> => {
  const tried = tries.get(request)
  if (!tried) return search(mostSteps)
  const basis = basisOf(snapshot, place)
  if (tried.found && isDeepStrictEqual(tried.found.basis, basis)) return tried.found.result as T
  const stepsLeft = tried.stepsLeft ?? mostSteps
  try {
    return await search(Math.min(fewSteps, stepsLeft))
  } catch (error) {
    if (!(error instanceof TooManyPlans) || stepsLeft <= fewSteps) throw error
    throw new SearchesLong(basis, stepsLeft - fewSteps, search)
  }
}

/**
 * Runs work whose transaction searches a visit. A long search continues after the transaction; the work then runs again
 * and takes the result, unless somebody was faster.
 */
export const searchingAside = async <T>(request: object, work: () => Promise<T>): Promise<T> => {
  let tried: Tries = { stepsLeft: null, found: null }
  while (true) {
    tries.set(request, tried)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SearchesLong)) throw error
      const { basis, search } = error
      const result = await search(error.stepsLeft)
      tried = { stepsLeft: error.stepsLeft - result.steps, found: { basis, result } }
    } finally {
      tries.delete(request)
    }
  }
}
