import * as z from 'zod'
import type { JsonSchema } from '../src/contract'
import { expandShared } from './expandShared'

interface Declared {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }> }>
  >
  components: { schemas: Record<string, JsonSchema> }
}

type Members = Record<string, JsonSchema>

const mapValues = (members: Members, components: Members): Members =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, strictly(member, components)]))

const together = (parts: readonly JsonSchema[], components: Members): JsonSchema => {
  const known = parts.map(part => (part.$ref && components[part.$ref.split('/').at(-1) ?? '']) || part)
  return {
    type: 'object',
    properties: Object.assign({}, ...known.map(({ properties }) => properties)),
    required: known.flatMap(({ required = [] }) => required),
  }
}

/** Complete answers have exactly the declared members, and no defaults apply. */
const strictly = ({ default: _, ...schema }: JsonSchema, components: Members): JsonSchema => {
  const { $ref, properties, items, anyOf, allOf, additionalProperties } = schema
  const inner = (part: unknown) => strictly(part as JsonSchema, components)
  if (allOf) return inner(together(allOf as JsonSchema[], components))
  return {
    ...schema,
    ...($ref && { $ref: $ref.replace('#/components/schemas/', '#/$defs/') }),
    ...(properties && {
      additionalProperties: additionalProperties ?? false,
      properties: mapValues(properties as Members, components),
    }),
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inner(additionalProperties) }),
  }
}

/** Includes schemas named indirectly. */
const namedIn = (text: string, shared: Members): Members => {
  const named: Members = {}
  const add = (from: string) => {
    for (const [, name = ''] of from.matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      const schema = shared[name]
      if (!schema || named[name]) continue
      named[name] = schema
      add(JSON.stringify(schema))
    }
  }
  add(text)
  return named
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

const paramsIn = (path: string): number => path.split('{').length

interface Answered {
  method: string
  /** The query may be missing. */
  url: string
  status: number
  body: unknown
}

// Matches to the end, since a name may begin like an instant.
const timed = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(?:Z|[+-][\d:]+)?$/
const inOneForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const oddInstants = (value: unknown, path = ''): string[] => {
  if (typeof value === 'string') return timed.test(value) && !inOneForm.test(value) ? [`${path}: ${value}`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => oddInstants(inner, `${path}/${key}`))
}

/**
 * Checks answers against an OpenAPI document. The returned function throws for a missing, undeclared or wrongly typed
 * member, and for an instant in another form.
 */
export const answerChecker = (document: Declared): ((answer: Answered) => void) => {
  const { paths, components } = expandShared(document)
  const shared = mapValues(components.schemas, components.schemas)
  const patterns = Object.keys(paths)
    .toSorted((a, b) => paramsIn(a) - paramsIn(b))
    .map(path => ({ path, pattern: patternOf(path) }))
  const made = new Map<string, z.ZodType>()
  const known = new Map<string, z.ZodType | null>()

  /** Answers share schemas, so each is built once. */
  const checkOf = (schema: JsonSchema): z.ZodType => {
    const strict = strictly(schema, components.schemas)
    const text = JSON.stringify(strict)
    const check = made.get(text) ?? z.fromJSONSchema({ ...strict, $defs: namedIn(text, shared) } as never)
    made.set(text, check)
    return check
  }

  const schemaOf = ({ method, url, status }: Answered): z.ZodType | null => {
    const [pathname = ''] = url.split('?')
    const found = patterns.find(({ path, pattern }) => pattern.test(pathname) && paths[path]?.[method.toLowerCase()])
    if (!found) return null
    const key = `${method} ${found.path} ${status}`
    const before = known.get(key)
    if (before !== undefined) return before
    const content = paths[found.path]?.[method.toLowerCase()]?.responses[status]?.content
    const schema = content?.['application/json']?.schema ?? content?.['application/problem+json']?.schema
    const checked = schema && Object.keys(schema).length > 0 ? checkOf(schema) : null
    known.set(key, checked)
    return checked
  }

  return answer => {
    if (typeof answer.body !== 'object' || answer.body === null) return
    const odd = oddInstants(answer.body)
    if (odd.length > 0)
      throw new Error(`${answer.method} ${answer.url} answered instants in another form: ${odd.join(', ')}`)
    const result = schemaOf(answer)?.safeParse(answer.body)
    if (!result || result.success) return
    const { method, url, status } = answer
    throw new Error(`${method} ${url} answered ${status} otherwise than declared:\n${z.prettifyError(result.error)}`)
  }
}
