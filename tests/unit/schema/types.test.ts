import { describe, expect, expectTypeOf, it } from 'vitest'
import { actionsFor } from '../../../server/crud/hooks'
import type { KindViews } from '../../../src/crud/kinds'
import type { KindView } from '../../../src/crud/kinds/kindView'
import type { channels } from '../../../src/resources/channels'
import {
  type AllKinds,
  action,
  choice,
  copied,
  count,
  type DraftOf,
  days,
  defineResource,
  type FieldKind,
  fillPath,
  flag,
  holds,
  input,
  instant,
  integer,
  joined,
  localDate,
  type Money,
  me,
  money,
  now,
  type ParamsOf,
  parent,
  type RecordOf,
  type ResourceRef,
  reference,
  sum,
  text,
  today,
  transition,
  weeklyHours,
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
      hours: weeklyHours({ default: [] }),
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
    defineResource({ ...good, list: { columns: ['name'], filters: ['hours'], sort: 'name' } })
    // @ts-expect-error a search through a choice
    defineResource({ ...good, list: { columns: ['name'], search: ['size'], sort: 'name' } })
    // @ts-expect-error a misspelt search field
    defineResource({ ...good, list: { columns: ['name'], search: ['nmae'], sort: 'name' } })
    // @ts-expect-error sorted by nothing
    defineResource({ ...good, list: { columns: ['name'], sort: '-nmae' } })
    // @ts-expect-error a misspelt form field
    defineResource({ ...good, form: ['nmae'] })
    // @ts-expect-error a misspelt field of a section
    defineResource({ ...good, form: [{ name: 'all', title: 'All', fields: ['name', 'szie'] }] })
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
    defineResource({ ...good, conditions: { name: { role: 'admin', when: { size: { present: true } } } } })
    defineResource({ ...good, conditions: { name: { when: { size: { min: 'a' } } } } })
    const withFlag = { ...good, fields: { ...fields, isOn: flag() } } as const
    // @ts-expect-error a range over yes and no
    defineResource({ ...withFlag, conditions: { name: { when: { isOn: { min: 1 } } } } })
    // @ts-expect-error a condition by a role that is not there
    defineResource({ ...good, conditions: { name: { role: 'boss' } } })
    text({ readRole: 'staff' })
    // @ts-expect-error a role that is not there
    text({ readRole: 'boss' })
    // @ts-expect-error a misspelt option
    text({ requird: true })
    // @ts-expect-error a misspelt option beside others
    choice(['a', 'b'], { default: 'a', lables: { a: 'A' } })
    // @ts-expect-error a default that is not one of the values
    choice(['a', 'b'], { default: 'c' })
  })
})

describe('an action', () => {
  const sized = {
    ...base,
    api: '/sized',
    fields: { name: text({ required: true }), size: choice(['small', 'large'], { default: 'small', readOnly: true }) },
    represent: 'name',
    list: { columns: ['name'], sort: 'name' },
    form: ['name'],
  } as const

  it('speaks of fields that there are', () => {
    const words = { label: 'Grow', done: 'Grown' }
    defineResource({ ...sized, actions: { grow: transition('size', { from: ['small'], to: 'large' }, words) } })
    // @ts-expect-error a transition of a field that is not there
    defineResource({ ...sized, actions: { grow: transition('szie', { from: ['small'], to: 'large' }, words) } })
    // @ts-expect-error a condition on a field that is not there
    defineResource({ ...sized, actions: { grow: action({ ...words, when: { szie: ['small'] } }) } })
    // @ts-expect-error a field to set that is not there
    defineResource({ ...sized, actions: { grow: action({ ...words, sets: { szie: 'large' } }) } })
    // @ts-expect-error a way back that depends on a field that is not there
    defineResource({ ...sized, actions: { grow: action({ ...words, undo: { ...words, when: { szie: ['large'] } } }) } })
    // @ts-expect-error a dialog that asks for what the API does not take
    action({ ...words, input: { by: text() }, form: { whom: text() } })
    // @ts-expect-error a misspelt option
    action({ ...words, confrim: 'Really?' })
    // @ts-expect-error nobody says what has happened then
    action({ label: 'Grow' })
  })

  it('that is coded has a function on the server, with its input; another has none', () => {
    const resource = defineResource({
      ...sized,
      actions: {
        grow: transition('size', { from: ['small'], to: 'large' }, { label: 'Grow', done: 'Grown' }),
        paint: action({ label: 'Paint', done: 'Painted', input: { color: text({ required: true }) } }),
      },
    })
    actionsFor(resource, {
      paint: async ({ input, record }) => {
        expectTypeOf(input).toEqualTypeOf<{ color: string }>()
        return record
      },
    })
    // @ts-expect-error nobody says how it is painted
    actionsFor(resource, {})
    // @ts-expect-error a function for what only sets fields
    actionsFor(resource, { paint: async ({ record }) => record, grow: async ({ record }) => record })
  })
})

describe('what an action writes', () => {
  const kept = {
    ...base,
    api: '/kept',
    fields: {
      name: text({ required: true }),
      endedAt: instant({ readOnly: true }),
      state: choice(['good', 'bad'], { readOnly: true }),
      endedBy: text({ readOnly: true }),
    },
    represent: 'name',
    list: { columns: ['name'], sort: 'name' },
    form: ['name'],
  } as const
  const words = { label: 'End', done: 'Ended' }
  const asked = { ...words, input: { state: choice(['good', 'bad'], { default: 'good' }), name: text() } }

  it('needs no function on the server', () => {
    const resource = defineResource({
      ...kept,
      actions: { end: action({ ...asked, sets: { endedAt: now(), endedBy: me(), state: input('state') } }) },
    })
    actionsFor(resource, {})
  })

  it('fits the field', () => {
    // @ts-expect-error a moment in a text
    defineResource({ ...kept, actions: { end: action({ ...words, sets: { name: now() } }) } })
    // @ts-expect-error a value that the choice does not have
    defineResource({ ...kept, actions: { end: action({ ...words, sets: { state: 'ugly' } }) } })
    // @ts-expect-error an input that may be empty in a field that may not
    defineResource({ ...kept, actions: { end: action({ ...asked, sets: { name: input('name') } }) } })
    // @ts-expect-error an input that is not there
    action({ ...asked, sets: { state: input('stat') } })
    // @ts-expect-error a field to copy that is not there
    defineResource({ ...kept, actions: { end: action({ ...words, sets: { endedBy: copied('nmae') } }) } })
  })

  it('elsewhere fits the fields there', () => {
    const other = defineResource(kept)
    action({ ...asked, creates: { of: () => other, with: { name: 'x', state: input('state'), endedAt: now() } } })
    // @ts-expect-error a field that is not there
    action({ ...asked, creates: { of: () => other, with: { nmae: 'x' } } })
    // @ts-expect-error an input of another type
    action({ ...asked, creates: { of: () => other, with: { name: input('state'), state: input('name') } } })
    // @ts-expect-error a value that the choice does not have
    action({ ...asked, along: { by: 'keptId', of: () => other, sets: { state: 'ugly' } } })
    const along = { by: 'keptId', of: () => other, sets: { state: 'bad' } } as const
    // @ts-expect-error a reference that is not there
    defineResource({ ...kept, actions: { end: action({ ...words, along }) } })
  })
})

describe('a derived field', () => {
  const fields = { startsOn: localDate({ required: true }), endsOn: localDate(), itemId: reference(() => items) }
  const rest = {
    ...base,
    api: '/spans',
    represent: 'startsOn',
    list: { columns: ['startsOn'], sort: 'startsOn' },
    form: ['startsOn'],
  } as const

  it('has the type of its kind, and no form may write it', () => {
    const spans = defineResource({
      ...rest,
      fields: {
        ...fields,
        length: integer({ derived: days('startsOn', 'endsOn') }),
        isOver: flag({ derived: holds({ endsOn: { max: today(-1) } }) }),
        itemName: text({ derived: joined(' ', 'itemId.name') }),
        partCount: integer({ derived: sum((): ResourceRef => parts, 'itemId', 'size'), default: 0 }),
      },
    })
    expectTypeOf<Pick<RecordOf<typeof spans>, 'length' | 'isOver' | 'itemName' | 'partCount'>>().toEqualTypeOf<{
      length: number | null
      isOver: boolean
      itemName: string | null
      partCount: number
    }>()
    expectTypeOf<keyof DraftOf<typeof spans>>().toEqualTypeOf<'startsOn' | 'endsOn' | 'itemId'>()
  })

  it('reads fields that there are, and gives what its kind holds', () => {
    // @ts-expect-error a field that is not there
    defineResource({ ...rest, fields: { ...fields, length: integer({ derived: days('startsOn', 'endson') }) } })
    // @ts-expect-error a reference that is not there
    defineResource({ ...rest, fields: { ...fields, item: text({ derived: joined(' ', 'itmId.name') }) } })
    // @ts-expect-error a condition on a field that is not there
    defineResource({ ...rest, fields: { ...fields, isOver: flag({ derived: holds({ endson: { present: true } }) }) } })
    // @ts-expect-error a number in a text
    text({ derived: days('startsOn', 'endsOn') })
    // @ts-expect-error a sum of a field that is not there
    sum(() => items, 'nmae', 'name')
  })
})

describe('a nested path', () => {
  it('cannot be called without its parameters', () => {
    // @ts-expect-error nobody says which item, and it throws, too
    expect(() => fillPath('/items/{itemId}/parts', {})).toThrow('"itemId"')
  })
})

describe('a kind of field', () => {
  it('must be stored, and have a cell, an input and a filter', () => {
    // @ts-expect-error nothing says how it is stored
    expectTypeOf<Omit<AllKinds, 'money'>>().toExtend<AllKinds>()
    // @ts-expect-error nothing says how it looks
    expectTypeOf<Omit<KindViews, 'money'>>().toExtend<KindViews>()
    // @ts-expect-error no cell
    expectTypeOf<Omit<KindView<'money'>, 'Cell'>>().toExtend<KindView<'money'>>()
    // @ts-expect-error no input
    expectTypeOf<Omit<KindView<'money'>, 'input'>>().toExtend<KindView<'money'>>()
    // @ts-expect-error filtered by a range that nobody can type
    expectTypeOf<Omit<KindView<'money'>, 'range'>>().toExtend<KindView<'money'>>()
    // @ts-expect-error filtered by one of several values that nobody can choose
    expectTypeOf<Omit<KindView<'currency'>, 'filter'>>().toExtend<KindView<'currency'>>()
    expectTypeOf<keyof KindViews | keyof AllKinds>().toEqualTypeOf<FieldKind>()
  })
})
