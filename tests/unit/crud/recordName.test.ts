import { expect, it } from 'vitest'
import { auditEventOf } from '../../../server/audit/auditLog'
import { notedName, recordName, type Words } from '../../../src/crud/recordName'
import { type AnyResource, instant, integer, localDate, localTime, minutes, text } from '../../../src/schema'
import { readings } from '../../fixtures/library/resources'

const words: Words = {
  text: (key: string) => key,
  display: { locale: 'de', timeZone: 'Europe/Berlin', hour12: false, currency: 'EUR', weekStartsOn: 1 },
} as Words
const named = (field: object): AnyResource => ({ ...readings, fields: { name: field }, represent: 'name' }) as never

it.each([
  [instant(), '2026-11-01T10:00:00.000Z', '1. Nov. 2026, 11:00'],
  [localDate(), '2026-11-01', '01.11.2026'],
  [localTime(), '09:30', '09:30'],
  [integer(), 12500, '12.500'],
  [minutes(), 90, '1 Std. 30 Min.'],
  [text(), '2026-11-01T10:00:00.000Z', '2026-11-01T10:00:00.000Z'],
])('a record named by %o is said in the person’s words', (field, value, said) => {
  const record = { id: '0198', name: value }
  expect(recordName(named(field), record, words)).toBe(said)
  expect(notedName(named(field), String(value), words)).toBe(said)
})

it('the audit log notes a number as a name, too', () => {
  const after = { id: '0198', tenantId: '0197', name: 7, version: 1 } as never
  expect(auditEventOf({ resource: named(integer()), before: null, after })).toMatchObject({ entityLabel: '7' })
})
