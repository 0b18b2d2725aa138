import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ResourceHooks } from '../../../server/crud/hooks'
import { joinSubjects, type Subject } from '../../../server/crud/product'
import { hookProblems, productProblems } from '../../../server/crud/productProblems'
import { routeTable } from '../../../server/crud/routeTable'
import { defineRoute } from '../../../server/http/route'
import { product } from '../../../server/product'
import { type AnyResource, action, count, defineResource, integer, money, text } from '../../../src/schema'

const vouchers = defineResource({
  name: 'vouchers',
  label: ['Voucher', 'Vouchers'],
  icon: 'style',
  scope: 'tenant',
  api: '/vouchers',
  screens: { base: '/vouchers', form: 'dialog' },
  access: { read: 'viewer', write: 'staff' },
  fields: {
    code: text({ required: true }),
    useCount: count(() => vouchers as AnyResource, 'code'),
    left: integer({ computed: true }),
  },
  represent: 'code',
  list: { columns: ['code'], filterFields: { spent: text() }, sort: 'code' },
  form: ['code'],
  actions: {
    send: action({ label: 'Send', done: 'Sent' }),
    clear: action({ label: 'Clear', done: 'Cleared', sets: { code: 'x' } }),
  },
}) as AnyResource

const right = {
  computed: { left: sql`1` },
  filters: { spent: { param: {}, condition: () => sql`true` } },
  actions: { send: async () => ({}) },
} as unknown as ResourceHooks

const problems = (hooks: Record<string, object>) => hookProblems({ resources: [vouchers], hooks, without: {} })

const priced = {
  ...vouchers,
  fields: { ...vouchers.fields, price: money({ computed: true }) },
  list: { ...vouchers.list, filters: ['price'] },
}
const pricedHooks = { ...right, computed: { ...right.computed, price: sql`null` } }

it('a computed field with several parts needs a filter of its own', () => {
  const of = (hooks: object) => hookProblems({ resources: [priced], hooks: { vouchers: hooks }, without: {} })
  expect(of(pricedHooks)).toEqual([
    'vouchers.price is computed, and a money is compared by its stored parts: name it in filters of the hooks of vouchers.',
  ])
  expect(of({ ...pricedHooks, filters: { ...right.filters, price: {} } })).toEqual([])
})

it('nothing is wrong with the product', () => {
  expect(productProblems(product)).toEqual([])
  expect(problems({ vouchers: right })).toEqual([])
})

it.each<[object, string]>([
  [
    { ...right, computed: {} },
    'vouchers.left is computed, and nobody says how: name it in computed of the hooks of vouchers.',
  ],
  [
    { ...right, computed: { left: sql`1`, lefd: sql`1` } },
    'The hooks of vouchers have computed.lefd, and the declaration has no computed field of this name. Did you mean left?',
  ],
  [
    { ...right, figures: { code: {} } },
    'The hooks of vouchers have figures.code, and the declaration has no computed field of this name. Did you mean left?',
  ],
  [
    { ...right, filters: {} },
    'vouchers.spent is a filter, and nobody says what it finds: name it in filters of the hooks of vouchers.',
  ],
  [
    { ...right, actions: {} },
    'vouchers.send is declared, and the server has no function for it: add it with actionsFor.',
  ],
  [
    { ...right, actions: { ...right.actions, sent: async () => ({}) } },
    'The server has a function for vouchers.sent, which is no coded action. Did you mean send?',
  ],
  [
    { ...right, concerns: { shares: {} } },
    'The hooks of vouchers have concerns.shares, and the declaration assigns nothing of this name.',
  ],
])('%#: %s', (hooks, problem) => expect(problems({ vouchers: hooks })).toEqual([problem]))

it('hooks of a resource that is not there are named with the nearest one', () => {
  expect(problems({ vouchers: right, voucher: {} })).toEqual([
    'The hooks of the product are for voucher, and there is no such resource. Did you mean vouchers?',
  ])
})

describe('two subjects', () => {
  const productOf = (subjects: Record<string, Subject>) =>
    joinSubjects({
      migrations: '',
      resources: [vouchers],
      callerColumns: { tenant: [], membership: [], key: [] },
      subjects,
    })
  const route = (path: string) =>
    defineRoute({
      ...{ method: 'GET', path, access: { who: 'signedIn' }, tag: 'Vouchers', operationId: path, summary: '' },
      answer: { status: 204, description: '' },
      handler: async () => ({ status: 204 }),
    })

  it('with hooks for one resource, or with what only one may give, are refused by name', () => {
    const follow = () => []
    expect(() =>
      productOf({ vouchers: { hooks: { vouchers: right }, follow }, tills: { hooks: { vouchers: {} }, follow } }),
    ).toThrow(
      'The subjects vouchers and tills both have hooks.vouchers.\nThe subjects vouchers and tills both have follow.',
    )
  })

  it('with routes at one address are refused', () => {
    const product = productOf({
      vouchers: { hooks: { vouchers: right }, routes: [route('/vouchers/{id}/till')] },
      tills: { routes: [route('/vouchers/{voucherId}/till')] },
    })
    expect(() => routeTable(product)).toThrow('Two routes answer GET /vouchers/{}/till.')
  })

  it('may both have routes, one of them instead of a generated one', () => {
    const own = route('/vouchers/{voucherId}')
    const product = productOf({ vouchers: { hooks: { vouchers: right } }, tills: { routes: [own] } })
    expect(
      routeTable(product).filter(({ method, path }) => method === 'GET' && /^.vouchers.\{\w+\}$/.test(path)),
    ).toEqual([own])
  })
})
