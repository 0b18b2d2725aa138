import { expect, test } from 'vitest'
import { inSlices } from '../../../server/inSlices'

test('long work lets others have their turn after each long step', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const steps = function* () {
    for (let step = 0; step < 5; step++) {
      const until = performance.now() + 15
      while (performance.now() < until);
      yield
    }
    return 'done'
  }
  expect(await inSlices(steps())).toBe('done')
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(4)
})
