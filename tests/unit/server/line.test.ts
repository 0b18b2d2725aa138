import { expect, it } from 'vitest'
import { createLine } from '../../../server/intake/line'

/** Work that ends when it is told to. */
const work = () => {
  let end = () => {}
  const promise = new Promise<string>(resolve => {
    end = () => resolve('done')
  })
  return { run: () => promise, end: () => end() }
}

it('works on so much at once, lets so much wait, and refuses the rest', async () => {
  const line = createLine({ atOnce: 1, most: 2, ofNetwork: 2 }, () => new Error('full'))
  const [first, second] = [work(), work()]
  const begun: string[] = []
  const one = line.serve('a', first.run)
  const two = line.serve('a', () => {
    begun.push('second')
    return second.run()
  })
  await expect(line.serve('b', async () => 'third')).rejects.toThrow('full')
  expect(begun).toEqual([])
  first.end()
  expect(await one).toBe('done')
  second.end()
  expect([await two, begun]).toEqual(['done', ['second']])
  expect(await line.serve('b', async () => 'later')).toBe('later')
})

it('keeps a part of itself from each network, and gives the turn on when work fails', async () => {
  const line = createLine({ atOnce: 1, most: 4, ofNetwork: 2 }, () => new Error('full'))
  const first = work()
  const failing = line.serve('a', async () => {
    await first.run()
    throw new Error('broken')
  })
  const waiting = line.serve('a', async () => 'own')
  await expect(line.serve('a', async () => 'too much')).rejects.toThrow('full')
  const other = line.serve('b', async () => 'other')
  first.end()
  await expect(failing).rejects.toThrow('broken')
  expect(await Promise.all([waiting, other])).toEqual(['own', 'other'])
})

it('refuses who has waited too long, and works on', async () => {
  const line = createLine({ atOnce: 1, most: 3, ofNetwork: 3, patience: 1 }, () => new Error('full'))
  const first = work()
  const one = line.serve('a', first.run)
  await expect(line.serve('a', async () => 'late')).rejects.toThrow('full')
  first.end()
  await one
  expect(await line.serve('a', async () => 'next')).toBe('next')
})

it('lets those go first who have a place already, and says after how long there may be room', async () => {
  const refused: number[] = []
  const line = createLine({ atOnce: 1, most: 2, ofNetwork: 2 }, seconds => {
    refused.push(seconds)
    return new Error('full')
  })
  const first = work()
  const order: string[] = []
  const begin = (name: string) => async () => void order.push(name)
  const all: Promise<unknown>[] = [line.serve('a', first.run), line.serve('b', begin('later'))]
  all.push(line.serve('c', begin('first'), { goesFirst: true }))
  await expect(line.serve('d', begin('too late'))).rejects.toThrow('full')
  first.end()
  await Promise.all(all)
  expect(order).toEqual(['first', 'later'])
  expect(refused).toEqual([1])
})
