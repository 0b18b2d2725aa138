import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertForeseen } from '../../../server/crud/write'
import type { UnitOfWork } from '../../../server/http/unitOfWork'
import { customers } from '../../../src/resources/customers'

test('a record is not written unawaited while something is worked out of it that nobody foresaw', () => {
  const hooks = {
    computed: { initials: sql`left(name, 1)` },
    extras: { visits: { select: sql`0`, schema: { type: 'integer' as const } } },
  }
  const scope = { resource: customers, hooks, resources: [customers], caller: {} as UnitOfWork['caller'], params: {} }
  const insert = (workedOut: object) =>
    insertForeseen({} as UnitOfWork, scope, {
      ...{ id: crypto.randomUUID(), at: '2026-03-02T09:00:00.000Z', values: { name: 'Lena' }, columns: {} },
      workedOut: { ...workedOut },
    })
  expect(() => insert({ visits: 0 })).toThrow('nobody foresaw initials')
  expect(() => insert({ initials: 'L' })).toThrow('nobody foresaw visits')
})
