import { expect, test } from 'vitest'
import { declaredWords } from '../../../src/layout/palette/declaredWords'
import { rankOffer } from '../../../src/layout/palette/rankOffer'
import { registry } from '../../../src/resources'
import { soughtIn } from '../../../src/schema/ranking'

const score = (typed: string, label: string, also?: string) =>
  rankOffer(soughtIn(typed), { label, ...(also !== undefined && { also: () => also }) })

test('other words find a page, behind what is named so and before typos', () => {
  expect(score('invite', 'Members')).toBeNull()
  expect(score('invite', 'Members', 'invite team')).toBe(0.55)
  expect(score('invite member', 'Members', 'invite team')).toBe(0.55)
  expect(score('invite nobody', 'Members', 'invite team')).toBeNull()
  expect(score('members', 'Members', 'invite team')).toBe(1)
  expect(score('mebers', 'Members', 'invite team')).toBe(0.45)
  expect(score('in', 'Members', 'invite team')).toBeNull()
})

test.each(['Schliesstage', 'schließtage', 'SCHLIESST'])('%s finds what is written with ß', typed => {
  expect(score(typed, 'Einrichtung', 'Schließtage')).toBe(0.55)
})

test.each(['verfugbarkeit', 'Verfuegbarkeit', 'Verfügbarkeit'])('%s finds a German page', typed => {
  expect(score(typed, 'Verfügbarkeit')).toBe(1)
})

test('screens are found by what only they have', () => {
  const words = declaredWords(registry, ((key: string) => key) as never)
  expect(words.get('catalogItems')).toContain('resources.variants.fields.price')
  expect(words.get('resourceRules')).toContain('resources.resourceRules.choices.ruleType.blackout')
  expect(words.has('variants')).toBe(false)
})
