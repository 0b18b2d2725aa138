import { expect, it } from 'vitest'
import { relatedResources } from '../../../src/dataProvider/freshness'
import { createRegistry, defineResource, reference, text } from '../../../src/schema'

it('names both ends of every reference', () => {
  const base = {
    icon: 'style',
    scope: 'tenant',
    access: { read: 'viewer', write: 'admin' },
    represent: 'name',
    list: { columns: ['name'], sort: 'name' },
    form: ['name'],
  } as const
  const a = defineResource({
    ...base,
    name: 'a',
    label: ['A', 'As'],
    api: '/a',
    fields: { name: text({ required: true }) },
  })
  const b = defineResource({
    ...base,
    name: 'b',
    label: ['B', 'Bs'],
    api: '/b',
    fields: { name: text({ required: true }), aId: reference(() => a) },
  })
  const c = defineResource({
    ...base,
    name: 'c',
    label: ['C', 'Cs'],
    api: '/c',
    fields: { name: text({ required: true }), bId: reference(() => b) },
  })
  expect(relatedResources('a', createRegistry([a, b, c]))).toEqual(['a', 'b'])
  expect(relatedResources('b', createRegistry([a, b, c]))).toEqual(['b', 'a', 'c'])
})
