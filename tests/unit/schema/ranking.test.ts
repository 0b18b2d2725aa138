import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { folded, rank, soughtIn } from '../../../src/schema/ranking'

const found = (typed: string, ...values: string[]) =>
  rank(
    soughtIn(typed),
    values.map((value, index) => ({ name: `field${index}`, value, isPhone: value.startsWith('+') })),
  )

describe('rank', () => {
  test.each([
    ['anvil', ['Anvil room', 'anvil'], 'exact', 1],
    ['anvil', ['Anvil notice'], 'prefix', 0.9],
    ['anvil', ['Room of anvils'], 'word', 0.8],
    ['nvi', ['Room of anvils'], 'contains', 0.6],
    ['nv', ['Room of anvils'], null, 0],
    ['smith john', ['John Smith'], 'word', 0.8],
    ['jonh smiht', ['John Smith'], 'similar', 0.4],
    ['jonh smi', ['John Smith'], 'similar', 0.45],
    ['jxxn', ['John Smith'], null, 0],
    ['jon', ['Jan'], null, 0],
    ['katherina', ['Catharina Vogel'], 'similar', 0.4],
    ['müller jür', ['Jürgen Müller'], 'word', 0.8],
    ['Mueller', ['Jürgen Müller'], 'word', 0.8],
    ['muller', ['Jürgen Mueller'], 'word', 0.8],
    ['strasse', ['Straße'], 'exact', 1],
    ['obrien', ['O’Brien'], 'exact', 1],
    ['ANN@X.TEST', ['Ann', 'ann@x.test'], 'exact', 1],
    ['smith x.test', ['John Smith', 'john@x.test'], 'word', 0.8],
    ['030 12345678', ['+493012345678'], 'exact', 1],
    ['+49 30 1234', ['+493012345678'], 'prefix', 0.9],
    ['(030) 1234', ['+493012345678'], 'prefix', 0.9],
    ['345678', ['+493012345678'], 'contains', 0.6],
    ['678', ['+493012345678'], null, 0],
    ['--', ['John Smith'], null, 0],
  ] as const)('%s in %s: %s', (typed, values, tier, score) => {
    const ranking = found(typed, ...values)
    expect([ranking?.tier ?? null, ranking?.score ?? 0]).toEqual([tier, score])
  })

  test('names the field', () => {
    expect(found('anvil', 'Anvil room', 'anvil')?.field).toBe('field1')
    expect(found('room', 'anvil', 'Anvil room')?.field).toBe('field1')
  })
})

const names = fc.stringMatching(/^[a-zäöüéßÆøłç' -]{1,12}$/)

test('folding once is folding for good', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const once = folded(text)
      // Letters that fold together may meet anew: `aee`.
      expect(folded(once).length).toBeLessThanOrEqual(once.length)
      expect(once).not.toMatch(/^ | $| {2}|[%_\\|@]/)
    }),
  )
})

test('whoever types all of a name finds it first, and one edit of a long word still finds it', () => {
  fc.assert(
    fc.property(names, fc.nat(), (name, at) => {
      fc.pre(folded(name) !== '')
      expect(found(name.toUpperCase().replaceAll('SS', 'ss'), name)?.tier).toBe('exact')
      const long = folded(`${name}abcde`).replaceAll(' ', '')
      const spoilt = `${long.slice(0, at % long.length)}x${long.slice((at % long.length) + 1)}`
      expect(found(spoilt, long)).not.toBeNull()
    }),
  )
})
