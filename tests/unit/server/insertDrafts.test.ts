import { expect, test } from 'vitest'
import { insertDrafts } from '../../../server/core/demo'
import type { Transaction } from '../../../server/db/database'
import { bookableResources } from '../../../src/resources/resources'
import { variants } from '../../../src/resources/variants'

const id = '0197c0de-0000-7000-8000-000000000001'

test('drafts are refused with a set that another resource’s field stores, rather than saved without it', async () => {
  const insert = insertDrafts({} as Transaction, id, bookableResources, [{ name: 'Chair', rules: [id] }])
  await expect(insert).rejects.toThrow('"rules":{"key":"validation.unknown"')
})

test('drafts are refused with more assigned records than the set may have', async () => {
  const draft = { name: 'Haircut', price: { amount: 0, currency: 'EUR' }, durationMinutes: 30 }
  const insert = (resources: unknown) => insertDrafts({} as Transaction, id, variants, [{ ...draft, resources }])
  await expect(insert(Array(101).fill(id))).rejects.toThrow('resources must be a list of at most 100 ids')
  await expect(insert(id)).rejects.toThrow('resources must be a list of at most 100 ids')
})
