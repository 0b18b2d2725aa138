import { describe, expect, expectTypeOf, it } from 'vitest'
import type { StoredParts } from '../../../server/db/columns'
import type { CsvForms } from '../../../src/crud/csv/csvCells'
import type { Cells, Inputs } from '../../../src/crud/kinds'
import type { SlotwiseDataProvider } from '../../../src/dataProvider/createDataProvider'
import type { channels } from '../../../src/resources/channels'
import {
  choice,
  count,
  type DraftOf,
  defineResource,
  type FieldKind,
  fillPath,
  flag,
  type Money,
  money,
  type ParamsOf,
  parent,
  type RecordOf,
  reference,
  text,
} from '../../../src/schema'

const items = defineResource({
  name: 'items',
  label: ['Item', 'Items'],
  icon: 'style',
  scope: 'tenant',
  api: '/items',
  access: { read: 'viewer', write: 'admin' },
  fields: { name: text({ required: true }) },
  represent: 'name',
  list: { columns: ['name'], sort: 'name' },
  form: ['name'],
})

const base = {
  name: 'parts',
  label: ['Part', 'Parts'],
  icon: 'style',
  scope: 'tenant',
  access: { read: 'viewer', write: 'admin' },
} as const

const parts = defineResource({
  ...base,
  api: '/items/{itemId}/parts',
  fields: {
    itemId: parent(() => items),
    name: text({ required: true }),
    size: choice(['small', 'large'], { default: 'small' }),
    note: text(),
    price: money({ default: { amount: 0, currency: 'EUR' } }),
    otherId: reference(() => items),
    isActive: flag(),
    useCount: count(() => items, 'partId'),
  },
  represent: 'name',
  list: { columns: ['name', 'size', 'createdAt'], search: ['name'], filters: ['size', 'otherId'], sort: '-createdAt' },
  form: ['name', 'size', 'note'],
  conditions: { note: { when: { size: ['large'] }, required: true } },
})

describe('a declaration', () => {
  it('gives the exact types of its records, drafts and path parameters', () => {
    expectTypeOf<RecordOf<typeof parts>>().toEqualTypeOf<{
      id: string
      tenantId: string
      itemId: string
      name: string
      size: 'small' | 'large'
      note: string | null
      price: Money
      otherId: string | null
      isActive: boolean
      useCount: number
      createdAt: string
      updatedAt: string
      version: number
    }>()
    expectTypeOf<DraftOf<typeof parts>>().toEqualTypeOf<{
      name: string
      size?: 'small' | 'large'
      note?: string | null
      price?: Money
      otherId?: string | null
      isActive?: boolean
    }>()
    expectTypeOf<ParamsOf<typeof parts>>().toEqualTypeOf<{ itemId: string }>()
    expectTypeOf<RecordOf<typeof channels>['kind']>().toEqualTypeOf<
      'back_office' | 'online' | 'phone' | 'walk_in' | 'partner' | 'api'
    >()
  })

  it('does not compile with a name that is not a field, or is a field of the wrong sort', () => {
    const fields = {
      name: text({ required: true }),
      size: choice(['a', 'b'], { default: 'a' }),
      uses: count(() => items, 'x'),
    }
    const good = {
      ...base,
      api: '/parts',
      fields,
      represent: 'name',
      list: { columns: ['name'], sort: 'name' },
      form: ['name'],
    } as const
    defineResource(good)
    // @ts-expect-error a misspelt column
    defineResource({ ...good, list: { columns: ['nmae'], sort: 'name' } })
    // @ts-expect-error a filter on a field that is not there
    defineResource({ ...good, list: { columns: ['name'], filters: ['colour'], sort: 'name' } })
    // @ts-expect-error a filter on a kind that cannot be filtered by
    defineResource({ ...good, list: { columns: ['name'], filters: ['name'], sort: 'name' } })
    // @ts-expect-error a search through a choice
    defineResource({ ...good, list: { columns: ['name'], search: ['size'], sort: 'name' } })
    // @ts-expect-error a misspelt search field
    defineResource({ ...good, list: { columns: ['name'], search: ['nmae'], sort: 'name' } })
    // @ts-expect-error sorted by nothing
    defineResource({ ...good, list: { columns: ['name'], sort: '-nmae' } })
    // @ts-expect-error a misspelt form field
    defineResource({ ...good, form: ['nmae'] })
    // @ts-expect-error a misspelt field of a section
    defineResource({ ...good, form: [{ title: 'All', fields: ['name', 'szie'] }] })
    // @ts-expect-error a misspelt field of the form for new records
    defineResource({ ...good, createForm: ['nmae'] })
    // @ts-expect-error a computed field in the form
    defineResource({ ...good, form: ['uses'] })
    // @ts-expect-error represented by a field that is not there
    defineResource({ ...good, represent: 'title' })
    // @ts-expect-error a path parameter without its reference field
    defineResource({ ...good, api: '/items/{itemId}/parts' })
    // @ts-expect-error a condition for a field that is not there
    defineResource({ ...good, conditions: { nmae: { when: { size: ['a'] } } } })
    // @ts-expect-error a condition on a field that is not there
    defineResource({ ...good, conditions: { name: { when: { szie: ['a'] } } } })
    // @ts-expect-error unique together with a field that is not there
    defineResource({ ...good, uniqueTogether: [['name', 'szie']] })
    // @ts-expect-error an error at a field that is not there
    defineResource({ ...good, check: () => ({ nmae: 'validation.required' }) })
    // @ts-expect-error a condition on a value that the choice does not have
    defineResource({ ...good, conditions: { name: { when: { size: ['c'] } } } })
    // @ts-expect-error a default that is not one of the values
    choice(['a', 'b'], { default: 'c' })
  })
})

describe('a nested path', () => {
  it('cannot be called without its parameters', () => {
    const call = (() => Promise.resolve()) as SlotwiseDataProvider['call']
    call('GET', '/items/{itemId}/parts', { params: { itemId: 'a' } })
    call('GET', '/items')
    // @ts-expect-error nobody says which item
    call('GET', '/items/{itemId}/parts')
    // @ts-expect-error nor here
    call('GET', '/items/{itemId}/parts', { body: {} })
    // @ts-expect-error a misspelt parameter
    call('GET', '/items/{itemId}/parts', { params: { itmeId: 'a' } })
    // @ts-expect-error and when the path is filled it throws, too
    expect(() => fillPath('/items/{itemId}/parts', {})).toThrow('"itemId"')
  })
})

describe('a kind of field', () => {
  it('must have a cell, an input, a form in exports and a column', () => {
    // @ts-expect-error no cell
    expectTypeOf<Omit<Cells, 'money'>>().toExtend<Cells>()
    // @ts-expect-error no input
    expectTypeOf<Omit<Inputs, 'money'>>().toExtend<Inputs>()
    // @ts-expect-error nothing to export
    expectTypeOf<Omit<CsvForms, 'money'>>().toExtend<CsvForms>()
    // @ts-expect-error no column
    expectTypeOf<Omit<StoredParts, 'money'>>().toExtend<StoredParts>()
    expectTypeOf<keyof Cells | keyof Inputs | keyof CsvForms | keyof StoredParts>().toEqualTypeOf<FieldKind>()
  })
})
