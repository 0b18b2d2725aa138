const shared = /^#\/components\/(responses|parameters|headers)\/(\w[\w-]*)$/

interface Operation {
  'x-access'?: object
  security?: object[]
  parameters?: object[]
  responses: Record<string, { description: string }>
}

const expandOperation = ({ responses, ...operation }: Operation, parameters: object[], security?: object[]) => {
  const { default: problem, ...successes } = responses
  const statuses = problem?.description.match(/\b\d{3}\b/g) ?? []
  const problems = Object.fromEntries(statuses.map(status => [status, problem]))
  return {
    ...(security && { security }),
    ...operation,
    ...(operation['x-access'] && { 'x-access': { who: 'member', ...operation['x-access'] } }),
    parameters: [...parameters, ...(operation.parameters ?? [])],
    responses: { ...successes, ...problems },
  }
}

interface Paths {
  [path: string]: { [method: string]: Operation } & { parameters?: object[] }
}

const expandPaths = (paths: Paths, security?: object[]): object =>
  Object.fromEntries(
    Object.entries(paths).map(([path, { parameters = [], ...operations }]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, one]) => [
          method,
          expandOperation(one as Operation, parameters as object[], security),
        ]),
      ),
    ]),
  )

type Schema = Record<string, unknown>

const flatten = ({ allOf, ...schema }: Schema, schemas: Record<string, Schema>): Schema => {
  const parts = (allOf as { $ref?: string }[] | undefined)?.map(
    ({ $ref = '' }) => schemas[$ref.split('/').at(-1) ?? ''],
  )
  if (!parts?.every(Boolean)) return allOf ? { allOf, ...schema } : schema
  return { ...schema, properties: Object.assign({}, ...parts.map(part => part?.properties), schema.properties) }
}

/** Schemas of several types must allow null with `anyOf`. */
const withAnyOf = (value: Schema): Schema => {
  const { type, title, description, default: initial, ...rules } = value
  if (!Array.isArray(type) || type.length !== 2 || type[1] !== 'null') return value
  return {
    anyOf: [{ type: type[0], ...rules }, { type: 'null' }],
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...('default' in value && { default: initial }),
  }
}

const isValue = ({ type, anyOf }: Schema): boolean =>
  Array.isArray(anyOf) ? anyOf.every(isValue) : typeof type === 'string' && type !== 'object'

/** Inlines an OpenAPI document's shared responses, parameters and headers. */
export const expandShared = <T extends object>(document: T): T => {
  const { components = {} } = document as { components?: Record<string, Record<string, unknown>> }
  const expand = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(expand)
    if (typeof value !== 'object' || value === null) return value
    const [, kind = '', name = ''] = shared.exec((value as { $ref?: string }).$ref ?? '') ?? []
    if (kind) return expand(components[kind]?.[name] ?? value)
    const schema = components.schemas?.[(value as { $ref?: string }).$ref?.split('/').at(-1) ?? '']
    if (schema && isValue(schema as Schema)) return expand(schema)
    return withAnyOf(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expand(inner)])))
  }
  const expanded = expand(document) as {
    paths: Paths
    security?: object[]
    components: { schemas: Record<string, Schema> }
  }
  const { schemas } = expanded.components
  const flat = Object.entries(schemas).map(([name, schema]) => [name, flatten(schema, schemas)])
  return {
    ...expanded,
    paths: expandPaths(expanded.paths, expanded.security),
    components: { ...expanded.components, schemas: Object.fromEntries(flat) },
  } as unknown as T
}
