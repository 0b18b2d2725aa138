import { expect, test } from 'vitest'
import { searchingAside, searchUnderLocks } from '../../../server/features/bookings/visits/searchAside'
import { TooManyPlans } from '../../../src/scheduling/visits/VisitParts'

test('a search that somebody always disturbs takes no more steps in all than one may, and few under locks', async () => {
  const [request, mostSteps, needed] = [{}, 20_000, 5_000]
  const taken = { aside: 0, underLocks: [] as number[] }
  let isLocked = false
  const search = async (most: number) => {
    const steps = Math.min(most, needed)
    if (isLocked) taken.underLocks.push(steps)
    else taken.aside += steps
    if (most < needed) throw new TooManyPlans()
    return { steps }
  }
  let bookings = 0
  const work = async () => {
    isLocked = true
    const basis = { snapshot: { bookings: bookings++ }, place: {} } as never as { snapshot: never; place: never }
    return searchUnderLocks(request, { ...basis, mostSteps }, search).finally(() => {
      isLocked = false
    })
  }
  await expect(searchingAside(request, work)).rejects.toThrow(TooManyPlans)
  expect(Math.max(...taken.underLocks)).toBe(1_000)
  expect(taken.aside + taken.underLocks.reduce((sum, steps) => sum + steps, 0)).toBeLessThanOrEqual(mostSteps)
  expect(bookings).toBeGreaterThan(3)
})
