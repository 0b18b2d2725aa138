import { describe, expect, test } from 'vitest'
import { SetupCache } from '../../../server/features/availability/setupCache'

const text = 'x'.repeat(80)

describe('what is kept of setups', () => {
  test('is of the version that it was read of', () => {
    const cache = new SetupCache()
    cache.keep('one', 'v1', 'a', { text: 'first' })
    cache.keep('one', 'v1', 'b', { text: 'second' })
    cache.keep('two', 'v1', 'a', { text: 'other' })
    expect(cache.get('one', 'a')).toEqual({ version: 'v1', value: { text: 'first' } })
    cache.keep('one', 'v2', 'a', { text: 'changed' })
    expect(cache.get('one', 'a')).toEqual({ version: 'v2', value: { text: 'changed' } })
    expect(cache.get('one', 'b')).toEqual({ version: 'v1', value: { text: 'second' } })
    expect(cache.get('two', 'a')?.value).toEqual({ text: 'other' })
    cache.keep('two', null, 'b', { text: 'unversioned' })
    expect(cache.get('two', 'b')).toBeUndefined()
  })

  test('never takes more room than there is: what nobody asked for goes first', () => {
    const cache = new SetupCache(300)
    for (const id of ['one', 'two', 'three']) cache.keep(id, 'v1', 'a', { text })
    cache.get('one', 'a')
    cache.keep('four', 'v1', 'a', { text })
    expect(['one', 'two', 'three', 'four'].filter(id => cache.get(id, 'a'))).toEqual(['one', 'three', 'four'])
    for (let count = 0; count < 100; count++) cache.keep('one', 'v1', `key ${count}`, { text })
    const left = Array.from({ length: 100 }, (_, count) => cache.get('one', `key ${count}`)).filter(Boolean)
    expect(left.length).toBeLessThanOrEqual(3)
    cache.keep('one', 'v1', 'huge', { text: text.repeat(10) })
    expect(cache.get('one', 'huge')).toBeUndefined()
  })

  test('cannot be changed by who is given it', () => {
    const cache = new SetupCache()
    const setup = { rules: [{ max: 1 }] }
    cache.keep('one', 'v1', 'a', setup)
    expect(() => Object.assign(setup.rules[0] ?? {}, { max: 2 })).toThrow(TypeError)
    expect(() => setup.rules.push({ max: 3 })).toThrow(TypeError)
  })
})
