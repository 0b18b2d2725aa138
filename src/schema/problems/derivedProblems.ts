import { hasRole, type Role } from '../access'
import { type Aggregate, aggregatesIn, type Formula, formulasIn, pathsIn, type Where } from '../derived'
import type { AnyField, Fields } from '../field'
import { type AnyResource, allFields } from '../resource'
import { isSaid } from '../said'
import { checkValue } from '../validation'
import { didYouMean } from './didYouMean'
import { operandProblem } from './operandProblems'

interface Read {
  resource: AnyResource
  name: string
  field: AnyField
}

const readRoleOf = ({ access }: AnyResource): Role => (access.ownTenant ?? access).read

/** The steps of a path, or its mistake. */
const along = (resource: AnyResource, path: string): Read[] | string => {
  const reads: Read[] = []
  let at: AnyResource | undefined = resource
  for (const name of path.split('.')) {
    if (!at) return `${reads.at(-1)?.name} leads to no record: it is no reference.`
    const field: AnyField | undefined = allFields(at)[name]
    if (!field) return `${at.name} has no field ${name}.${didYouMean(name, Object.keys(allFields(at)))}`
    reads.push({ resource: at, name, field })
    at = field.kind === 'reference' ? (field.options.to() as AnyResource) : undefined
  }
  return reads
}

const namesIn = ({ by, value, order, where = {} }: Aggregate): string[] => [
  by,
  ...(value ? [value] : []),
  ...(order ? [order] : []),
  ...Object.keys(where),
]

const stored = ({ name, resource, field }: Read): string | null =>
  field.computed || field.kind === 'references'
    ? `${resource.name}.${name} is not stored in its table: read what it follows from.`
    : null

/** Kinds that mix: both whole numbers, or both texts. */
const alike = (kind: string): string =>
  ({ integer: 'number', minutes: 'number', count: 'number', longText: 'text', email: 'text', choice: 'text' })[kind] ??
  kind

const whereProblems = (resource: AnyResource, where: Where): string[] =>
  Object.entries(where).flatMap(([name, requirement]) => {
    const field = allFields(resource)[name]
    if (!field || !Array.isArray(requirement)) return []
    const values = field.kind === 'choice' ? field.options.values : []
    return requirement
      .filter(value => 'problem' in checkValue(field.schema, value))
      .map(value => `asks for ${resource.name}.${name} to be ${value}, which it never is.${didYouMean(value, values)}`)
  })

const aggregateProblems = (resource: AnyResource, field: AnyField, { op, aggregate }: Formula): string[] => {
  if (!aggregate) return []
  const { by, value, where = {} } = aggregate
  const other = aggregate.of() as AnyResource
  if (field.kind === 'count') {
    const unknown = Object.keys(where).find(name => !allFields(other)[name])
    return unknown
      ? [
          `reads ${other.name}.${unknown}, and there is no such field.${didYouMean(unknown, Object.keys(allFields(other)))}`,
        ]
      : whereProblems(other, where)
  }
  const reference = allFields(other)[by]
  if (reference?.kind !== 'reference' || reference.options.to().name !== resource.name || reference.computed)
    return [
      `goes by ${other.name}.${by}, which is no stored reference to ${resource.name}.` +
        didYouMean(
          by,
          Object.entries(other.fields as Fields).flatMap(([name, one]) => (one.kind === 'reference' ? name : [])),
        ),
    ]
  const unknown = namesIn(aggregate).find(name => !allFields(other)[name])
  if (unknown)
    return [
      `reads ${other.name}.${unknown}, and there is no such field.${didYouMean(unknown, Object.keys(allFields(other)))}`,
    ]
  const never = whereProblems(other, where)
  if (never.length > 0) return never
  const source = value ? allFields(other)[value] : undefined
  if (!source || op === 'count') return []
  if (op === 'sum' && !['integer', 'minutes', 'decimal', 'percent', 'money'].includes(source.kind))
    return [`adds up ${other.name}.${value}, a ${source.kind} and no number.`]
  if ((op === 'min' || op === 'max') && (source.traits.sort === 'none' || source.kind === 'flag'))
    return [`takes the ${op} of ${other.name}.${value}, a ${source.kind}, which has no order.`]
  return field.derived?.op === op && alike(source.kind) !== alike(field.kind)
    ? [`is of the kind ${field.kind}, and ${other.name}.${value} of the kind ${source.kind}: declare it so.`]
    : []
}

const isByClock = (formula: Formula): boolean =>
  formulasIn(formula).some(({ operands = [], where = {}, aggregate }) =>
    [
      ...operands,
      ...[...Object.values(where), ...Object.values(aggregate?.where ?? {})].flatMap(one => Object.values(one ?? {})),
    ].some(isSaid),
  )

const usesZone = (resource: AnyResource, formula: Formula): boolean =>
  formulasIn(formula).some(
    ({ op, operands = [] }) =>
      op === 'days' &&
      operands.some(operand => {
        const reads = typeof operand === 'string' ? along(resource, operand) : []
        return typeof reads !== 'string' && reads.at(-1)?.field.kind === 'instant'
      }),
  )

const readsItself = (resource: AnyResource, name: string): boolean => {
  const seen = new Set<string>()
  const visit = (one: string): boolean => {
    const { derived } = allFields(resource)[one] ?? {}
    if (!derived || seen.has(one)) return false
    seen.add(one)
    return pathsIn(derived).some(path => path === name || visit(path))
  }
  return visit(name)
}

/** API keys that read these records, but not the aggregated ones. */
const untoldTo = ({ apiScopes }: AnyResource, name: string, formula: Formula): string | null => {
  const needed = apiScopes?.members?.[name]
  const readers = needed ? [needed] : (apiScopes?.read ?? [])
  for (const { of } of aggregatesIn(formula)) {
    const other = of() as AnyResource
    const scopes = other.apiScopes?.read ?? []
    if (readers.some(scope => !scopes.includes(scope)))
      return `would tell API keys of ${other.name}, which only ${scopes.join(' or ') || 'people'} may read: say so in apiScopes.members.`
  }
  return null
}

const fieldProblems = (resource: AnyResource, name: string, field: AnyField, formula: Formula): string[] => {
  const asked = formulasIn(formula).flatMap(({ operands = [] }) =>
    operands.filter(one => typeof one === 'object' && isSaid(one) && (one.says === 'setting' || one.says === 'me')),
  )
  if (asked.length > 0) return ['follows from a setting or the caller: say that in a default or a bound.']
  const paths = pathsIn(formula).map(path => ({ path, reads: along(resource, path) }))
  const broken = paths.find(({ reads }) => typeof reads === 'string')
  if (broken) return [`reads ${broken.path}, and ${broken.reads}`]
  if (readsItself(resource, name)) return ['follows from itself.']
  const wrong = formulasIn(formula).flatMap(one => aggregateProblems(resource, field, one))
  if (wrong.length > 0) return wrong
  const fieldAt = (path: string): AnyField | undefined => {
    const steps = along(resource, path)
    return typeof steps === 'string' ? undefined : steps.at(-1)?.field
  }
  const never = formulasIn(formula).flatMap(({ op, where = {} }) =>
    op === 'holds' ? whereProblems(resource, where) : [],
  )
  if (never.length > 0) return never
  const odd = formulasIn(formula).flatMap(
    one => operandProblem(one, one === formula ? field.kind : null, fieldAt) ?? [],
  )
  if (odd.length > 0) return odd
  const reads = paths.flatMap(({ reads: steps }) => (typeof steps === 'string' ? [] : steps))
  const aggregated = aggregatesIn(formula).flatMap(aggregate => {
    const other = aggregate.of() as AnyResource
    return namesIn(aggregate).map(one => ({ resource: other, name: one, field: allFields(other)[one] as AnyField }))
  })
  const unstored = [...reads.filter(read => read.resource !== resource || !read.field.derived), ...aggregated].flatMap(
    read => (field.kind === 'count' ? [] : (stored(read) ?? [])),
  )
  if (unstored.length > 0) return [`reads what ${unstored[0]}`]
  const reader = [field.readRole, readRoleOf(resource)].reduce<Role>(
    (most, role) => (role && hasRole(role, most) ? role : most),
    'viewer',
  )
  const hidden = [...reads, ...aggregated].find(
    read =>
      !hasRole(reader, readRoleOf(read.resource)) || (read.field.readRole && !hasRole(reader, read.field.readRole)),
  )
  if (hidden) {
    const [needed] = [hidden.field.readRole, readRoleOf(hidden.resource)].filter(role => role && !hasRole(reader, role))
    return [
      `would give away ${hidden.resource.name}.${hidden.name}, which only ${needed} and higher roles read: say readRole: '${needed}'.`,
    ]
  }
  const told = untoldTo(resource, name, formula)
  if (told) return [told]
  if (!field.isStored) return []
  if (isByClock(formula) || usesZone(resource, formula))
    return ['changes with the clock or the tenant’s time zone, which no write tells: leave out stored.']
  const above = [{ resource }, ...reads, ...aggregated].find(read => read.resource.scope === 'platform')
  if (above) return [`is stored, and ${above.resource.name} are above tenants: leave out stored.`]
  const ruled = [{ resource }, ...reads, ...aggregated].find(read => read.resource.rows?.read)
  if (ruled)
    return [
      `is stored, and of ${ruled.resource.name} not everybody sees all, so that a write could not add them up: leave out stored.`,
    ]
  return paths.some(({ path }) => path.split('.').length > 2)
    ? ['is stored, and reads along several references: leave out stored.']
    : []
}

export const derivedProblems = (resource: AnyResource): string[] =>
  Object.entries(resource.fields as Fields).flatMap(([name, field]) => {
    const place = `${resource.name}.${name}`
    if (!field.derived) return field.isStored ? [`${place} is stored anyway: stored is for derived fields.`] : []
    return fieldProblems(resource, name, field, field.derived).map(problem => `${place} ${problem}`)
  })
