import type { JsonSchema } from '../../../src/contract'

type Json = Readonly<Record<string, unknown>>
type Schemas = Readonly<Record<string, JsonSchema>>

interface Calls {
  paths: object
  webhooks: object
  responses: object
  parameters: object
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const largest = String(Number.MAX_SAFE_INTEGER)

/** Omits patterns implied by a format, the bounds of all integers, and that names are texts. */
const isSaid = (key: string, value: unknown, { format }: Json): boolean =>
  (key === 'pattern' && ['uuid', 'date-time', 'date', 'email', 'uri'].includes(String(format))) ||
  (['minimum', 'maximum'].includes(key) && String(value).replace('-', '') === largest) ||
  key === 'propertyNames'

const withNull = (value: Json): Json => {
  const { anyOf, ...rest } = value
  const [one, other, ...more] = Array.isArray(anyOf) ? anyOf : []
  const isSimple =
    isObject(one) && typeof one.type === 'string' && !one.enum && !one.const && !one.properties && !one.items
  if (!isSimple || !isObject(other) || other.type !== 'null' || more.length > 0) return value
  return { ...one, type: [one.type, 'null'], ...rest }
}

const plain = (given: unknown): unknown => {
  if (Array.isArray(given)) return given.map(plain)
  if (!isObject(given)) return given
  const value = withNull(given)
  const kept = Object.entries(value).filter(([key, inner]) => !isSaid(key, inner, value))
  return Object.fromEntries(kept.map(([key, inner]) => [key, plain(inner)]))
}

type Change = (schema: Json, name: string) => unknown

const pascal = (text: string): string =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const changeWithin = (schema: Json, name: string, change: Change): Json =>
  Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties' && isObject(value))
        return [key, Object.fromEntries(Object.entries(value).map(([of, one]) => [of, change(one as Json, of)]))]
      if (['anyOf', 'allOf', 'oneOf'].includes(key) && Array.isArray(value))
        return [key, value.map(one => change(one, name))]
      if (key === 'items' && isObject(value)) return [key, change(value, name.replace(/s$/, ''))]
      if (key === 'additionalProperties' && isObject(value)) return [key, change(value, name)]
      return [key, value]
    }),
  )

const [referenceLength, componentLength] = [42, 16]

const isWorthSharing = (length: number, count: number): boolean =>
  count * length > count * referenceLength + length + componentLength

const changeRoots = (value: unknown, name: string, change: Change): unknown => {
  if (Array.isArray(value)) return value.map(one => changeRoots(one, name, change))
  if (!isObject(value)) return value
  const called = typeof value.operationId === 'string' ? value.operationId : name
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'schema' && isObject(inner) ? change(inner, called) : changeRoots(inner, called, change),
    ]),
  )
}

const changeAll = ({ responses, parameters, ...calls }: Calls, change: Change): Calls => {
  const named = (components: object) =>
    Object.fromEntries(Object.entries(components).map(([name, one]) => [name, changeRoots(one, name, change)]))
  return {
    ...(changeRoots(calls, '', change) as typeof calls),
    responses: named(responses),
    parameters: named(parameters),
  }
}

const referredIn = (value: unknown): string[] =>
  Array.from(JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g), ([, name = '']) => name)

const referred = (calls: unknown, schemas: Schemas): Record<string, JsonSchema> => {
  const found = new Set<string>()
  const open = referredIn(calls)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name) || !schemas[name]) continue
    found.add(name)
    open.push(...referredIn(schemas[name]))
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)))
}

/** Turns repeated schemas into components and drops unused ones. */
export const shareSchemas = (given: Calls, named: Schemas): { calls: Calls; schemas: Schemas } => {
  const [calls, schemas] = [plain(given) as Calls, plain(named) as Schemas]
  const counts = new Map<string, number>()
  const count: Change = (schema, name) => {
    const key = JSON.stringify(schema)
    counts.set(key, (counts.get(key) ?? 0) + 1)
    if (counts.get(key) === 1) changeWithin(schema, name, count)
    return schema
  }
  changeAll(calls, count)
  for (const [name, schema] of Object.entries(schemas)) changeWithin(schema as Json, name, count)

  const names = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]))
  const taken = new Set(Object.keys(schemas))
  const all: Record<string, JsonSchema> = {}
  const nameFor = (name: string): string => {
    const base = pascal(name)
    let free = base
    for (let number = 2; taken.has(free); number++) free = `${base}${number}`
    taken.add(free)
    return free
  }
  const share: Change = (schema, name) => {
    const key = JSON.stringify(schema)
    const known = names.get(key)
    if (known) return { $ref: `#/components/schemas/${known}` }
    if (!isWorthSharing(key.length, counts.get(key) ?? 0)) return changeWithin(schema, name, share)
    const own = nameFor(name)
    names.set(key, own)
    all[own] = changeWithin(schema, name, share) as JsonSchema
    return { $ref: `#/components/schemas/${own}` }
  }
  const shared = changeAll(calls, share)
  for (const [name, schema] of Object.entries(schemas))
    all[name] = changeWithin(schema as Json, name, share) as JsonSchema
  return { calls: shared, schemas: referred(shared, all) }
}
