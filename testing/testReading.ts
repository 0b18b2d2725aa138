import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '../server/crud/product'
import { toRow } from '../server/db/rows'
import { tableName } from '../server/db/tables'
import { singularName } from '../src/contract'
import {
  type AnyField,
  type AnyResource,
  type Fields,
  fieldOf,
  guardedNames,
  hasRole,
  mayRead,
  type Role,
  roles,
  snakeCase,
} from '../src/schema'
import { type Answered, openApi, type Person, type TestApi } from './api'
import { paramsOf as paramsOfCall, querySchema, resourceNamed } from './callParts'
import { type Call, callsOf, lets, readDocument, type Schema, sampleOf } from './openApiCalls'
import { sampleOf as fieldSample, paramsOf, recordIn } from './samples'

export interface Story {
  tenantId: string
  owner: Person
  recordOf: (resource: AnyResource) => Promise<string>
}

export interface ReadingOptions {
  /** Epoch milliseconds. */
  now?: () => number
  open?: (api: TestApi) => Promise<Story>
  changes?: Readonly<Record<string, object>>
}

export const textOf = ({ status, headers, body }: Answered): string =>
  JSON.stringify([status, body, headers.get('x-total-count')], (name, value) => (name === 'tookMs' ? 0 : value))

const objectsIn = (value: unknown): Record<string, unknown>[] => {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner]
}

const onlyRequired = (schema: Schema): Schema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name)),
  ),
})

interface Sending extends Pick<Story, 'tenantId' | 'recordOf'> {
  api: TestApi
  call: Call
  as: Person
  isFull?: boolean
  query?: Record<string, string>
}

export const sendSample = async ({
  api,
  call,
  as,
  tenantId,
  recordOf,
  isFull = false,
  query = {},
}: Sending): Promise<Answered> => {
  const schema = isFull ? querySchema(call) : onlyRequired(querySchema(call))
  const ids: Record<string, string> = {}
  for (const name of Object.keys(schema.properties ?? {})) {
    const resource = resourceNamed(name, call, api.services.resources)
    if (resource?.scope === 'tenant') ids[name] = await recordOf(resource)
  }
  const sample = sampleOf({ ...schema, type: 'object' }, name => ids[name] ?? crypto.randomUUID())
  const params = await paramsOfCall(api, call, recordOf, { id: tenantId, slug: 'none' })
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(Object.entries(sample as object).map(([name, value]) => [name, String(value)]))
  for (const [name, value] of Object.entries(query)) search.set(name, value)
  return api.request(`${path}?${search}`, { as, tenantId })
}

export const readingCalls = async (product: Product): Promise<Call[]> =>
  callsOf(await readDocument(product)).filter(
    ({ method, operation }) => method === 'GET' && operation['x-access'].who !== 'anyone',
  )

/** No lower role may find it in an answer. */
const probeFor = (role: Role): string => `zq${role}probe`
const numberFor = (role: Role): number => 73_649_180 + roles.indexOf(role)
const phoneFor = (role: Role): string => `+4930${numberFor(role)}`

const telling: Readonly<Record<string, (role: Role) => unknown>> = {
  text: role => `${probeFor(role)} ${crypto.randomUUID()}`,
  longText: role => `${probeFor(role)} ${crypto.randomUUID()}`,
  email: role => `${probeFor(role)}@example.com`,
  phone: phoneFor,
  tags: role => [probeFor(role)],
  metadata: role => ({ probe: probeFor(role) }),
  money: role => ({ amount: numberFor(role), currency: 'EUR' }),
  flag: () => true,
}

const tracesFor = (reader: Role): string[] =>
  roles.filter(role => !hasRole(reader, role)).flatMap(role => [probeFor(role), String(numberFor(role))])

const once = <T>(work: (role: Role) => Promise<T>) => {
  const done = new Map<Role, Promise<T>>()
  return (role: Role): Promise<T> => {
    const known = done.get(role) ?? work(role)
    done.set(role, known)
    return known
  }
}

const members = ['viewer', 'staff', 'admin', 'owner'] as const

/** A field that a role may not read appears in no answer, and no search, filter or order reveals it. */
export const testReading = async (product: Product, options: ReadingOptions = {}): Promise<void> => {
  const { changes = {} } = options
  const document = await readDocument(product)
  const gets = await readingCalls(product)
  const guarded = product.resources.filter(
    resource => guardedNames(resource).length > 0 && resource.scope === 'tenant' && resource.kind !== 'singleton',
  )
  const cases = guarded.flatMap(resource =>
    members
      .filter(
        role =>
          hasRole(role, resource.access.read) && guardedNames(resource).some(name => !mayRead(resource, name, role)),
      )
      .map(role => ({ label: `${resource.name} for a ${role}`, resource, role })),
  )

  const probeIn = (
    { $ref, type, format, items, properties, anyOf }: Schema & { $ref?: string },
    probe: string,
  ): unknown => {
    if ($ref) return probeIn(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, probe)
    if (anyOf?.some(part => part.type === 'null')) return null
    if (type === 'array') return items ? [probeIn(items, probe)] : []
    if (type === 'object') {
      const parts = Object.entries(properties ?? { [probe]: { type: 'string' } })
      return Object.fromEntries(parts.map(([name, part]) => [name, probeIn(part, probe)]))
    }
    return type === 'string' && !format ? probe : sampleOf({ type, format } as Schema, () => crypto.randomUUID())
  }

  describe('what a role may not read', () => {
    let api: TestApi
    let story: Story
    const people = new Map<Role, Person>()
    const values = new Map<string, unknown>()

    const openOwn = async (): Promise<Story> => {
      const tenantId = (await api.addTenant()).id
      const records = new Map<string, Promise<string>>()
      return {
        tenantId,
        owner: await api.addPersonIn(tenantId, 'owner'),
        recordOf: resource => {
          const record = records.get(resource.name) ?? recordIn(api, resource, tenantId)
          records.set(resource.name, record)
          return record
        },
      }
    }

    const addressOf = async (resource: AnyResource): Promise<string> => {
      const id = await story.recordOf(resource)
      const params: Record<string, string> = await paramsOf(api, resource, story.tenantId, id)
      return `${resource.api.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')}/${id}`
    }

    beforeAll(async () => {
      api = await openApi({ product, users: null, ...(options.now && { now: options.now }) })
      story = options.open ? await options.open(api) : await openOwn()
      for (const role of members)
        people.set(role, role === 'owner' ? story.owner : await api.addPersonIn(story.tenantId, role))
      for (const resource of guarded) {
        const id = await story.recordOf(resource)
        for (const [name, field] of Object.entries(resource.fields as Fields))
          if (field.readRole && !field.computed)
            values.set(
              `${resource.name}.${name}`,
              telling[field.kind]?.(field.readRole) ?? (await fieldSample(api, field, story.tenantId, {})),
            )
        const own = (isWritable: boolean) =>
          Object.fromEntries(
            Object.entries(resource.fields as Fields).flatMap(([name, { writable }]) =>
              values.has(`${resource.name}.${name}`) && writable === isWritable
                ? [[name, values.get(`${resource.name}.${name}`)]]
                : [],
            ),
          )
        // Through the API, for the audit log.
        const written = await api.request(await addressOf(resource), {
          ...{ method: 'PATCH', as: story.owner, tenantId: story.tenantId },
          body: { ...own(true), ...changes[resource.name] },
        })
        expect(written, resource.name).toMatchObject({ status: 200 })
        const stored = toRow(resource, own(false))
        for (const [name, role] of Object.entries(resource.readRoles ?? {}) as [string, Role][])
          stored[name] = JSON.stringify(
            probeIn(document.components.schemas[singularName(resource)]?.properties?.[name] ?? {}, probeFor(role)),
          )
        for (const [column, value] of Object.entries(stored))
          await api.owner.query(`update ${tableName(resource)} set ${snakeCase(column)} = $1 where id = $2`, [
            value,
            id,
          ])
      }
    })
    afterAll(() => api.close())

    const as = (role: Role) => ({
      api,
      as: people.get(role) as Person,
      tenantId: story.tenantId,
      recordOf: story.recordOf,
    })

    /** Answers to every call, whatever the probe. */
    const answersTo = once(async (role: Role) => {
      const answers: { name: string; answer: Answered }[] = []
      for (const call of gets.filter(({ operation }) => lets(operation['x-access'], role)))
        for (const isFull of [false, true])
          answers.push({ name: call.name, answer: await sendSample({ ...as(role), call, isFull }) })
      return answers
    })

    const searchesOf = once(async (role: Role) => {
      const searches: { call: Call; missed: string }[] = []
      for (const call of gets.filter(({ operation }) => lets(operation['x-access'], role)))
        if ('q' in (querySchema(call).properties ?? {}))
          searches.push({
            call,
            missed: textOf(await sendSample({ ...as(role), call, query: { q: 'nobody has this' } })),
          })
      return searches
    })

    test('is there for those who may', async () => {
      for (const resource of guarded) {
        const { body } = await api.request(await addressOf(resource), { as: story.owner, tenantId: story.tenantId })
        expect(Object.keys(body)).toEqual(expect.arrayContaining(guardedNames(resource)))
        for (const [place, value] of values)
          if (place.startsWith(`${resource.name}.`))
            expect(body[place.slice(resource.name.length + 1)], place).toEqual(value)
      }
    })

    if (cases.length === 0) return

    test.each(cases)('stands in no answer: $label', async ({ resource, role }) => {
      const hidden = guardedNames(resource).filter(name => !mayRead(resource, name, role))
      const id = await story.recordOf(resource)
      let seen = 0
      for (const { name, answer } of await answersTo(role)) {
        expect(answer.status, name).not.toBe(500)
        for (const trace of tracesFor(role)) expect(textOf(answer), name).not.toContain(trace)
        for (const record of objectsIn(answer.body)) {
          if (record.id !== id || !('version' in record)) continue
          seen += 1
          expect(
            Object.keys(record).filter(key => hidden.includes(key)),
            name,
          ).toEqual([])
        }
      }
      expect(seen).toBeGreaterThan(1)
    })

    test.each(cases)('cannot be asked about: $label', async ({ resource, role }) => {
      const hidden = Object.keys(resource.fields as Fields).filter(name => !mayRead(resource, name, role))
      const ask = (query: Record<string, string>, call: Call) => sendSample({ ...as(role), call, query })
      const list = gets.find(({ path }) => path === resource.api) as Call
      for (const name of hidden) {
        const field = fieldOf(resource, name) as AnyField
        const value = values.get(`${resource.name}.${name}`) ?? 'false'
        const told = Array.isArray(value)
          ? value[0]
          : field.kind === 'money'
            ? (value as { amount: number }).amount
            : value
        const text = String(told)
        if (typeof value === 'string')
          for (const { call, missed } of await searchesOf(role))
            expect(textOf(await ask({ q: text }, call)), `${call.name} ${name}`).toBe(missed)
        const refused = async (query: string, one: string, another: string) => {
          const [a, b] = [await ask({ [query]: one }, list), await ask({ [query]: another }, list)]
          expect(a.status, query).toBe(422)
          expect(textOf(a), query).toBe(textOf(b))
        }
        for (const query of [name, `${name}From`, `${name}To`]) await refused(query, text, 'false')
        await refused('sort', name, name)
        expect((await ask({ sort: name }, list)).body.errors.sort).toBe(
          (await ask({ sort: 'nonsense' }, list)).body.errors.sort,
        )
      }
    })
  })
}
