import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertPrepared } from '../../../server/crud/write'
import type { UnitOfWork } from '../../../server/http/unitOfWork'
import { resourceRules } from '../../../src/resources/resourceRules'

test('a record is only written unawaited with every value that its hooks compute', () => {
  const hooks = {
    computed: { initials: sql`left(name, 1)` },
    extras: { visits: { select: sql`0`, schema: { type: 'integer' as const } } },
  }
  const scope = {
    resource: resourceRules,
    hooks,
    resources: [resourceRules],
    caller: {} as UnitOfWork['caller'],
    params: {},
  }
  const insert = (computed: object) =>
    insertPrepared({} as UnitOfWork, scope, {
      ...{ id: crypto.randomUUID(), at: '2026-03-02T09:00:00.000Z', values: { name: 'Lena' }, columns: {} },
      computed: { ...computed },
    })
  expect(() => insert({ visits: 0 })).toThrow('initials of its hooks is missing')
  expect(() => insert({ initials: 'L' })).toThrow('visits of its hooks is missing')
})
