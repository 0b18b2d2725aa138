import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listQueryParams } from '../server/crud/list'
import type { Product } from '../server/crud/product'
import { linkOf } from '../server/db/links'
import { toRow } from '../server/db/rows'
import { anyTable } from '../server/db/sql'
import { filterSources } from '../src/crud/filters/filterSources'
import {
  type AnyField,
  type AnyListViews,
  type AnyResource,
  canonicalDecimal,
  type DateRange,
  fieldOf,
  filterFieldsOf,
  partName,
  rangeNames,
  sameValue,
} from '../src/schema'
import { calendarDays } from '../src/schema/calendarDays'
import { addDays } from '../src/time/dates'
import { formatLocalDate } from '../src/time/localDate'
import { openApi, type Person, type TestApi } from './api'
import { paramsOf, recordIn, sampleOf } from './samples'

type Query = Record<string, string>
type Values = Record<string, unknown>
type Calendar = NonNullable<AnyListViews['calendar']>

const queriesFor = (name: string, field: AnyField, value: unknown): { finding: Query[]; missing: Query[] } => {
  const { from, to } = rangeNames(name)
  const text = String(value)
  switch (field.traits.filter) {
    case 'equal':
      return { finding: [{ [name]: text }], missing: [] }
    case 'among':
      return { finding: [{ [name]: String((value as unknown[])[0]) }], missing: [] }
    case 'contains':
      return {
        finding: [{ [name]: text }, { [name]: text.slice(1, -1).toUpperCase() }],
        missing: [{ [name]: `${text}%` }, { [name]: text.replace(/.$/, '_x') }],
      }
    case 'range': {
      const isMoney = field.kind === 'money'
      const bound = isMoney ? (value as { amount: number }).amount : value
      const { scale = 0 } = field.options as { scale?: number }
      const moved = (by: number) =>
        typeof bound === 'number' ? String(bound + by) : (canonicalDecimal(String(Number(bound) + by), scale) ?? '')
      const parts: Query = isMoney ? { [partName(name, 'currency')]: (value as { currency: string }).currency } : {}
      const { min = -Infinity, max = Infinity } = field.options as { min?: number; max?: number }
      return {
        finding: [{ [from]: String(bound), [to]: String(bound), ...parts }, { [name]: String(bound) }],
        missing: [
          ...(Number(bound) + 1 <= Number(max) ? [{ [from]: moved(1) }] : []),
          ...(Number(bound) - 1 >= Number(min) && !(isMoney && bound === 0) ? [{ [to]: moved(-1) }] : []),
          ...(isMoney ? [{ [from]: String(bound), [partName(name, 'currency')]: 'CHF' }] : []),
        ],
      }
    }
    case 'span': {
      const day = text.slice(0, 10)
      const dayAfter = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
      return {
        finding: [{ [from]: day, [to]: dayAfter }, { [name]: text }],
        missing: [{ [to]: day }, { [from]: dayAfter }],
      }
    }
    case 'overlap': {
      const { start, end } = value as DateRange
      const dayAfter = new Date(Date.parse(end) + 86_400_000).toISOString().slice(0, 10)
      return { finding: [{ [from]: end, [to]: dayAfter }], missing: [{ [to]: start }, { [from]: dayAfter }] }
    }
    case 'presence':
      return { finding: [{ [name]: 'true' }], missing: [{ [name]: 'false' }] }
    default:
      throw new Error(`${name} cannot be filtered by.`)
  }
}

/** Starts and ends that a calendar could misread. */
const calendarValues = (resource: AnyResource, { from, until, through }: Calendar): Values[] => {
  const kind = fieldOf(resource, from)?.kind
  if (kind === 'dateRange') return [{ [from]: { start: '2026-03-05', end: '2026-03-09' } }]
  const end = until ?? through
  // In New York: 23:00 to midnight, 23:00 to 01:00, at midnight, and over a clock change.
  const times: [string, string][] =
    kind === 'instant'
      ? [
          ['2026-03-06T04:00:00.000Z', '2026-03-06T05:00:00.000Z'],
          ['2026-03-06T04:00:00.000Z', '2026-03-06T06:00:00.000Z'],
          ['2026-03-06T05:00:00.000Z', '2026-03-06T05:00:00.001Z'],
          ['2026-03-06T15:00:00.000Z', '2026-03-09T04:00:00.000Z'],
        ]
      : [
          ['2026-03-05', '2026-03-06'],
          ['2026-03-05', '2026-03-09'],
        ]
  const isOpen = end !== undefined && fieldOf(resource, end)?.presence === 'optional'
  return [
    ...times.map(([start, stop]) => ({ [from]: start, ...(end !== undefined && { [end]: stop }) })),
    ...(isOpen ? [{ [from]: times[0]?.[0], [end]: null }] : []),
  ]
}

export const testFilters = (product: Product): void => {
  let api: TestApi
  let tenantId: string
  let superuser: Person

  beforeAll(async () => {
    api = await openApi({ product, users: null })
    // Filters count days in the tenant's zone, samples in UTC.
    tenantId = (await api.addTenant({ timeZone: 'UTC' })).id
    superuser = await api.addPerson({ userType: 'superuser' })
  })
  afterAll(() => api.close())

  const filters = product.resources.flatMap(resource =>
    filterFieldsOf(resource).map(([name, field]) => ({ of: `${resource.name}.${name}`, resource, name, field })),
  )

  const addressOf = async (resource: AnyResource, of: string, id: string) => {
    const params = resource.scope === 'tenant' ? await paramsOf(api, resource, of, id) : { id }
    const path = resource.api.replace(/\{(\w+)\}/g, (_, each: string) => params[each as keyof typeof params] ?? '')
    return { id, path }
  }

  const recordWith = async (resource: AnyResource, name: string, field: AnyField) => {
    const id = await recordIn(api, resource, tenantId)
    const link = linkOf(resource, name)
    if (!link && fieldOf(resource, name)) {
      const sample = await sampleOf(api, field, tenantId, {})
      const row = toRow(resource, { [name]: sample })
      const actor = resource.scope === 'tenant' ? ({ as: 'tenant', tenantId } as const) : ({ as: 'platform' } as const)
      const isMade = !field.computed && (field.presence === 'optional' || field.traits.filter === 'among')
      if (isMade)
        await api.database.run(actor, db =>
          anyTable(db).updateTable(resource.name).set(row).where('id', '=', id).execute(),
        )
    }
    return addressOf(resource, tenantId, id)
  }

  describe('a filter', () => {
    test.each(filters)('$of asks with parameters that the API takes', ({ resource, name, field }) => {
      const params = Object.keys(listQueryParams(resource, product.hooks[resource.name] ?? {}))
      const { filter } = field.traits
      const sent = filterSources(name, field).filter(each => filter !== 'overlap' || each !== name)
      expect(params).toEqual(expect.arrayContaining(sent))
    })

    test.each(filters)('$of finds what it asks for, and nothing else', async ({ resource, name, field }) => {
      const { id, path } = await recordWith(resource, name, field)
      const ask = async (query: Query): Promise<Values[]> => {
        const answer = await api.request(`${path}?${new URLSearchParams({ perPage: '100', ...query })}`, {
          as: superuser,
          tenantId,
        })
        expect(answer, JSON.stringify([query, answer.body])).toMatchObject({ status: 200 })
        return answer.body
      }
      const idsOf = (records: Values[]) => records.map(record => record.id)
      if (!fieldOf(resource, name)) {
        // The hook's own test covers its result.
        expect(await ask({ [name]: crypto.randomUUID() })).toEqual([])
        return
      }
      const all = await ask({})
      const value = all.find(record => record.id === id)?.[name]
      // Derived from other records; here there are none.
      if (field.derived && value === null) return
      expect(value, 'there is something to find').not.toBeNull()
      const isOwn = product.hooks[resource.name]?.filters?.[name] !== undefined
      // A hook's own comparison has its own test; here, it finds what the screen would ask for.
      const { finding, missing } =
        isOwn && field.traits.filter === 'contains'
          ? { finding: [{ [name]: String(value) }], missing: [] }
          : queriesFor(name, field, value)
      for (const query of finding) expect(idsOf(await ask(query)), JSON.stringify(query)).toContain(id)
      for (const query of missing) expect(idsOf(await ask(query)), JSON.stringify(query)).not.toContain(id)
      const [first = {}] = finding
      if (field.traits.filter === 'equal')
        expect(idsOf(await ask(first)).sort()).toEqual(
          idsOf(all.filter(record => sameValue(record[name], value))).sort(),
        )
    })
  })

  const calendars = product.resources.flatMap(resource => {
    const { calendar } = (resource.list.views ?? {}) as AnyListViews
    return calendar ? [{ name: resource.name, resource, calendar }] : []
  })

  describe.runIf(calendars.length > 0)('a calendar', () => {
    const timeZone = 'America/New_York'

    test.each(calendars)('of $name asks for what lies in its days', async ({ resource, calendar }) => {
      const there = (await api.addTenant({ timeZone })).id
      const id = await recordIn(api, resource, there)
      const { path } = await addressOf(resource, there, id)
      const ask = async (query: Query) => {
        const answer = await api.request(`${path}?${new URLSearchParams({ perPage: '100', ...query })}`, {
          as: superuser,
          tenantId: there,
        })
        expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
        return (answer.body as Values[]).find(record => record.id === id)
      }
      const isIn = async (day: number) => {
        const date = formatLocalDate(day)
        return (await ask({ calendarFrom: date, calendarTo: addDays(date, 1) })) !== undefined
      }
      for (const values of calendarValues(resource, calendar)) {
        await api.database.run({ as: 'tenant', tenantId: there }, db =>
          anyTable(db).updateTable(resource.name).set(toRow(resource, values)).where('id', '=', id).execute(),
        )
        const span = calendarDays(calendar, (await ask({})) ?? {}, timeZone)
        const { first, last } = span ?? expect.fail('it has a start')
        const days = [first, Math.min(last, first + 400), first - 1, ...(last < Infinity ? [last + 1] : [])]
        const found = await Promise.all(days.map(isIn))
        expect(found, JSON.stringify(values)).toEqual([true, true, false, ...(last < Infinity ? [false] : [])])
      }
    })
  })
}
