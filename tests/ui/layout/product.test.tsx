import { lazy } from 'react'
import { expect, it } from 'vitest'
import { viewsOf } from '../../../src/crud/views'
import { defineSubject, viewsOfAll } from '../../../src/layout/product'
import { samples } from '../crud/support/samples'

const [sample] = Object.values(samples)
if (!sample) throw new Error('There is no sample.')
const Summary = lazy(async () => ({ default: () => null }))
const Other = lazy(async () => ({ default: () => null }))

it('puts together what several subjects add to one entity', () => {
  const subjects = [
    defineSubject({ views: viewsOf(sample, { Summary, slots: { row: Other } }) }),
    defineSubject({}),
    defineSubject({ views: viewsOf(sample, { slots: { page: Other }, panel: { Content: Other } }) }),
  ]
  expect(viewsOfAll(subjects)).toEqual({
    [sample.name]: { Summary, slots: { row: Other, page: Other }, panel: { Content: Other } },
  })
})

it.each([
  ['Summary', { Summary }, { Summary: Other }],
  ['slots.row', { slots: { row: Summary } }, { slots: { row: Other } }],
] as const)('refuses two subjects that both give an entity its %s', (where, one, other) => {
  const subjects = [one, other].map(views => defineSubject({ views: viewsOf(sample, views) }))
  expect(() => viewsOfAll(subjects)).toThrow(`${sample.name}.${where}`)
})
