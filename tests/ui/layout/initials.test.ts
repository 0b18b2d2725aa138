import { expect, it } from 'vitest'
import { initials } from '../../../src/ui/format/initials'

it.each([
  ['Ada Berg', 'AB'],
  ['ada maria von berg', 'AB'],
  ['Ada', 'A'],
  ['ßtraße Élan', 'SÉ'],
  [null, 'JD', 'jane.doe@example.test'],
  ['', 'A', 'admin@demo.test'],
])('of %s are %s', (name, expected, email = 'x@example.test') => expect(initials(name, email)).toBe(expected))
