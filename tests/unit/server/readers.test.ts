import { expect, test } from 'vitest'
import { inTurn } from '../../../server/features/calendarFiles/readers'

test('two are read at once, one of a tenant, the others in their order', async () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const read = (tenantId: string, name: string, signal?: AbortSignal) =>
    inTurn(tenantId, signal, () => {
      begun.push(name)
      return new Promise<string>(resolve => ends.push(() => resolve(name)))
    })
  const giving = new AbortController()
  const all = [read('a', 'a1'), read('a', 'a2'), read('b', 'b1'), read('c', 'c1', giving.signal), read('d', 'd1')]
  await Promise.resolve()
  expect(begun).toEqual(['a1', 'b1'])
  giving.abort()
  expect(await all[3]).toBeNull()
  ends[1]?.()
  expect(await all[2]).toBe('b1')
  expect(begun).toEqual(['a1', 'b1', 'd1'])
  ends[0]?.()
  expect(await all[0]).toBe('a1')
  expect(begun).toEqual(['a1', 'b1', 'd1', 'a2'])
  for (const end of ends) end()
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', null, 'd1'])
})

test('a turn ends with what was read, also when that fails', async () => {
  await expect(inTurn('a', undefined, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn('a', undefined, async () => 'read')).toBe('read')
})
