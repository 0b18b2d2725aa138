import { expect, it } from 'vitest'
import { createRequestSlots } from '../../../server/intake/requestSlots'

it('gives one network its part of the places, and all of them together no more than there are', () => {
  const places = createRequestSlots({ all: 3, ofNetwork: 2 })
  const [first, second, third] = ['a', 'a', 'a'].map(network => places.take(network))
  expect([first, second, third].map(Boolean)).toEqual([true, true, false])
  const other = places.take('b')
  expect(other).not.toBeNull()
  expect(places.take('b')).toBeNull()

  // Once, however often it is said.
  first?.release()
  first?.release()
  expect(places.take('b')).not.toBeNull()
  expect(places.take('c')).toBeNull()
})

it('lends a place while its body is on the way, and says when it is gone afterwards', async () => {
  const places = createRequestSlots({ all: 1, ofNetwork: 1 })
  const place = places.take('a')
  const answer = await place?.lend(async () => {
    const other = places.take('b')
    expect(other).not.toBeNull()
    other?.release()
    return 'body'
  })
  expect(answer).toBe('body')
  expect(places.take('b')).toBeNull()

  await expect(place?.lend(async () => void places.take('b'))).rejects.toMatchObject({ because: 'busy' })
  // It has nothing left to give back.
  place?.release()
  expect(places.take('a')).toBeNull()
})

it('is stuck when every place is taken for a while and none is given back', () => {
  let now = 0
  const places = createRequestSlots({ all: 2, ofNetwork: 2, now: () => now })
  const first = places.take('a')
  now += 3_600_000
  expect(places.isStuck()).toBe(false)
  places.take('a')
  expect(places.isStuck()).toBe(false)
  now += 3_600_000
  expect(places.isStuck()).toBe(true)
  expect(places.take('b')).toBeNull()
  expect(places.isStuck()).toBe(true)
  first?.release()
  expect(places.isStuck()).toBe(false)
  places.take('b')
  expect(places.isStuck()).toBe(false)
})
