import { isDeepStrictEqual } from 'node:util'
import type { Snapshot } from '../../../../src/scheduling'
import { TooManyPlans } from '../../../../src/scheduling/visits/VisitParts'
import type { VisitPlace } from './visitQuestion'

/** A search under locks, for which others wait: some hundredths of a second. */
const fewSteps = 1_000

const mostTries = 3

type Search<T> = (mostSteps: number) => Promise<T>

/** Rolls back the transaction, so that nobody waits for its places. */
class SearchesLong extends Error {
  readonly basis: unknown
  readonly search: () => Promise<unknown>

  constructor(basis: unknown, search: () => Promise<unknown>) {
    super('The search for the visit is too long for a transaction.')
    this.basis = basis
    this.search = search
  }
}

interface Tries {
  left: number
  found: { basis: unknown; result: unknown } | null
}

const tries = new WeakMap<object, Tries>()

/** All that decides what a search finds. The clock has moved on, and a new customer has another id in each try. */
const basisOf = ({ now: _, customer, ...snapshot }: Snapshot, { customerId: __, ...place }: VisitPlace) => ({
  ...{ snapshot, place },
  customer: customer && { ...customer, id: null },
})

/**
 * A search in a transaction that holds the locks of all that it may choose. Within `searchingAside` a long one ends the
 * transaction.
 */
export const searchUnderLocks = async <T>(
  request: object,
  { snapshot, place, mostSteps }: { snapshot: Snapshot; place: VisitPlace; mostSteps: number },
  search: Search<T>,
): Promise<T> => {
  const { left = 0, found = null } = tries.get(request) ?? {}
  const basis = basisOf(snapshot, place)
  if (found && isDeepStrictEqual(found.basis, basis)) return found.result as T
  if (left === 0) return search(mostSteps)
  try {
    return await search(Math.min(fewSteps, mostSteps))
  } catch (error) {
    if (!(error instanceof TooManyPlans)) throw error
    throw new SearchesLong(basis, () => search(mostSteps))
  }
}

/**
 * Runs work whose transaction searches a visit. A long search follows the transaction, whose work then runs again and takes
 * what was found, unless somebody was faster. After some tries it searches under its locks.
 */
export const searchingAside = async <T>(request: object, work: () => Promise<T>): Promise<T> => {
  let found: Tries['found'] = null
  for (let left = mostTries; ; left--) {
    tries.set(request, { left, found })
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SearchesLong)) throw error
      found = { basis: error.basis, result: await error.search() }
    } finally {
      tries.delete(request)
    }
  }
}
