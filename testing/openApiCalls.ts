import type { Product } from '../server/crud/product'
import { routeTable } from '../server/crud/routeTable'
import { createApi } from '../server/http/createApi'
import type { Services } from '../server/http/services'
import { hasRole, type Role } from '../src/schema'
import { expandShared } from './expandShared'

export interface Schema {
  $ref?: string
  type?: string
  format?: string
  enum?: unknown[]
  default?: unknown
  example?: unknown
  minimum?: number
  minLength?: number
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  anyOf?: Schema[]
  allOf?: Schema[]
}

export interface Operation {
  operationId: string
  'x-access':
    | { who: 'anyone' | 'signedIn' | 'superuser' }
    /** Without `tenant`, the header names it. */
    | { who: 'member'; role: Role; tenant?: { param: string } }
  parameters: { in: 'path' | 'query' | 'header'; name: string; required: boolean; schema: Schema }[]
  /** Uploads are not JSON. */
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export interface Call {
  /** `POST /bookings/{id}/cancel` */
  name: string
  method: string
  path: string
  operation: Operation
  body: Schema | undefined
}

const makeDocument = async (product: Product): Promise<OpenApiDocument> => {
  const unused = async (): Promise<never> => {
    throw new Error('The document is made without this.')
  }
  const app = createApi(
    {
      database: {} as Services['database'],
      verifyToken: unused,
      findAccount: unused,
      provedAt: unused,
      hasSecondFactor: unused,
      superusersNeedSecondFactor: false,
      users: null,
      log: () => {},
      clientAddress: () => '127.0.0.1',
      now: Date.now,
      resources: product.resources,
      productName: 'Slotwise',
    } as Partial<Services> as Services,
    { routes: routeTable(product) },
  )
  return expandShared((await (await app.request('/openapi.json')).json()) as OpenApiDocument)
}

const documents = new WeakMap<Product, Promise<OpenApiDocument>>()

/** Built once for all files. Needs no database. */
export const readDocument = (product: Product): Promise<OpenApiDocument> => {
  const document = documents.get(product) ?? makeDocument(product)
  documents.set(product, document)
  return document
}

const resolve = (schema: Schema, { components }: OpenApiDocument): Schema => {
  const within = (part: Schema) => resolve(part, { paths: {}, components })
  const referred = schema.$ref && components.schemas[schema.$ref.replace('#/components/schemas/', '')]
  if (schema.$ref) return within(referred || {})
  const parts = (schema.allOf ?? []).map(within)
  const own = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, within(part)] as const)
  const properties = Object.assign({}, ...parts.map(part => part.properties), Object.fromEntries(own))
  const required = [...parts.flatMap(part => part.required ?? []), ...(schema.required ?? [])]
  return {
    ...schema,
    ...(parts.length > 0 && { type: 'object' }),
    ...((schema.properties || parts.length > 0) && { properties, required }),
    ...(schema.items && { items: within(schema.items) }),
    ...(schema.anyOf && { anyOf: schema.anyOf.map(within) }),
  }
}

export const callsOf = (document: OpenApiDocument): Call[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const schema = operation.requestBody?.content['application/json']?.schema
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        operation,
        body: schema && resolve(schema, document),
      }
    }),
  )

export const lets = (access: Operation['x-access'], role: Role | null): boolean => {
  if (access.who === 'member') return hasRole(role, access.role)
  return access.who === 'superuser' ? role === 'superuser' : true
}

/** `name` is such as `resourceIds` or `resourceId`, `place` such as `resources.0.resourceId`. */
export type IdOf = (name: string, place: string) => string

const numbers: Readonly<Record<string, number>> = { integer: 1, number: 1 }
const texts: Readonly<Record<string, string>> = {
  date: '2026-03-02',
  time: '09:30',
  'date-time': '2026-03-02T09:30:00.000Z',
  email: 'sample@example.com',
  uri: 'https://example.com/',
  decimal: '1',
}
const special: readonly [RegExp, string][] = [
  [/^month$/, '2026-03'],
  [/timeZone$/i, 'Europe/Berlin'],
  [/currency$/i, 'EUR'],
  [/^(slug|code)$/, 'sample'],
  [/time$/i, '09:30'],
  [/color$/i, '#1A73E8'],
]

const isId = ({ type, format }: Schema): boolean => type === 'string' && format === 'uuid'

export const holdsIds = (schema: Schema): boolean =>
  isId(schema) ||
  [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])].some(
    holdsIds,
  )

/** As small as possible, yet with every id that it can contain. */
export const sampleOf = (schema: Schema, idOf: IdOf, name = '', place = ''): unknown => {
  const { type, format, items } = schema
  if (isId(schema)) return idOf(name, place)
  if (schema.enum) return schema.enum[0]
  if (schema.default !== undefined && !holdsIds(schema)) return schema.default
  if (schema.example !== undefined && !holdsIds(schema)) return schema.example
  const [first] = (schema.anyOf ?? []).filter(part => part.type !== 'null')
  if (first) return sampleOf(schema.anyOf?.find(holdsIds) ?? first, idOf, name, place)
  const within = (inner: string) => (place ? `${place}.${inner}` : inner)
  if (schema.properties) {
    const wanted = Object.entries(schema.properties).filter(
      ([key, part]) => schema.required?.includes(key) || holdsIds(part) || part.example !== undefined,
    )
    return Object.fromEntries(wanted.map(([key, part]) => [key, sampleOf(part, idOf, key, within(key))]))
  }
  if (type === 'array') {
    return items && (holdsIds(items) || schema.minItems) ? [sampleOf(items, idOf, name, within('0'))] : []
  }
  if (type === 'boolean') return false
  if (type && type in numbers) return Math.max(schema.minimum ?? 1, numbers[type] ?? 1)
  if (type === 'object') return {}
  // A range must not be empty.
  const isEnd = /^(to|until|end)/.test(name)
  const text = special.find(([pattern]) => pattern.test(name))?.[1]
  const fitting = texts[format ?? ''] ?? text
  if (fitting) return isEnd ? fitting.replace('03-02', '03-03') : fitting
  return 'Sample'.padEnd(schema.minLength ?? 0, 'x')
}

export const idPlaces = (schema: Schema): { name: string; place: string }[] => {
  const found: { name: string; place: string }[] = []
  sampleOf(schema, (name, place) => {
    found.push({ name, place })
    return ''
  })
  return found
}
