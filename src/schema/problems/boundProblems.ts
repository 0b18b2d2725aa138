import { hasRole, type Role, roles } from '../access'
import { actionsOf } from '../action'
import { areAlike, saidIn, sidesOf, worksOut } from '../bounds'
import { type AnyOperand, type Formula, formulasIn } from '../derived'
import type { AnyField, FieldKind, Fields } from '../field'
import { mayRead } from '../reading'
import { type AnyResource, allFields } from '../resource'
import { isSaid, kindsSaid, type Setting } from '../said'
import { didYouMean } from './didYouMean'

type All = ReadonlyMap<string, AnyResource>

const worked: readonly FieldKind[] = ['localDate', 'integer', 'minutes']

const settingProblem = (
  place: string,
  kind: FieldKind,
  { of, name }: Setting,
  { all, reader, isWhole }: { all: All; reader: Role | 'nobody'; isWhole: boolean },
): string | null => {
  if (!of) {
    const fits = name === 'currency' ? ['currency', 'money'] : ['timezone']
    return fits.includes(kind) ? null : `${place} by the tenant’s ${name}, which is no ${kind}.`
  }
  const settings = all.get(of().name)
  if (!settings) return `${place} by ${of().name}, which are not in src/resources/index.ts: add them there.`
  if (settings.kind !== 'singleton') return `${place} by ${settings.name}, of which there are many: name a singleton.`
  const field = allFields(settings)[name]
  if (!field)
    return `${place} by ${settings.name}.${name}, and there is no such field.${didYouMean(name, Object.keys(settings.fields))}`
  if (field.computed) return `${place} by ${settings.name}.${name}, which is computed: name a stored field.`
  if (isWhole && !areAlike(kind, field.kind))
    return `${place} by ${settings.name}.${name}, a ${field.kind} and no ${kind}.`
  const needed = field.readRole ?? settings.access.read
  return reader === 'nobody' || (hasRole(reader, needed) && hasRole(reader, settings.access.read))
    ? null
    : `${place} by ${settings.name}.${name}, which not everybody may read who writes it: give it a lower role.`
}

const operandProblems = (
  place: string,
  field: AnyField,
  operand: AnyOperand,
  context: { all: All; reader: Role | 'nobody' },
): string[] => {
  if (typeof operand !== 'object') return []
  const isWhole = isSaid(operand)
  if (isWhole) {
    const kinds = kindsSaid(operand)
    if (kinds && !kinds.includes(field.kind)) return [`${place} by ${operand.says}(), which is no ${field.kind}.`]
    if (operand.says === 'me' && field.kind === 'reference' && field.options.to().name !== 'users')
      return [`${place} by me(), and leads to ${field.options.to().name}: the caller is one of users.`]
  } else {
    const formulas = formulasIn(operand as Formula)
    const odd = formulas.find(one => !worksOut(one))
    if (odd) return [`${place} by ${odd.op}(): say later, plus, minus or times.`]
    const op = formulas[0]?.op
    if (!worked.includes(field.kind) || (op === 'later') !== (field.kind === 'localDate'))
      return [`${place} by ${op}(), which is no ${field.kind}.`]
  }
  return saidIn(operand).flatMap(said =>
    said.says === 'setting' ? (settingProblem(place, field.kind, said, { ...context, isWhole }) ?? []) : [],
  )
}

const startProblems = (place: string, fields: Fields, context: { all: All; reader: Role | 'nobody' }): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (!field.starts) return []
    if (field.computed) return [`${place}.${name} is not written, and so does not begin with anything: leave it out.`]
    return operandProblems(`${place}.${name} begins`, field, field.starts, context)
  })

const sideProblems = (resource: AnyResource, all: All): string[] => {
  const fields = allFields(resource)
  const { write } = resource.access.ownTenant ?? resource.access
  return sidesOf(resource).flatMap(({ name, side, limit, fields: read }) => {
    const field = fields[name]
    const place = `${resource.name}.bounds.${name}.${side}`
    if (!field) return [`${place}: there is no such field.${didYouMean(name, Object.keys(fields))}`]
    const unknown = read.find(one => !fields[one])
    if (unknown)
      return [`${place} is by ${unknown}, and there is no such field.${didYouMean(unknown, Object.keys(fields))}`]
    const computed = read.find(one => fields[one]?.computed)
    if (computed)
      return [`${place} is by ${computed}, which is not stored with what is written: name what it follows from.`]
    if (read.includes(name)) return [`${place} is by ${name} itself: name another field.`]
    const other = typeof limit === 'string' ? fields[limit] : undefined
    if (other && !areAlike(field.kind, other.kind))
      return [`${place} is by ${limit}, a ${other.kind} and no ${field.kind}.`]
    const hidden = read.find(one => roles.some(role => mayRead(resource, name, role) && !mayRead(resource, one, role)))
    if (hidden) return [`${place} is by ${hidden}, and would give it away: give ${name} at least its readRole.`]
    return operandProblems(`${place} is`, field, limit, { all, reader: field.writeRole ?? write })
  })
}

/** Defaults and bounds that cannot be computed or would leak fields. */
export const boundProblems = (resource: AnyResource, all: All): string[] => {
  const { name, fields, access, kind, partOf } = resource
  const { write, create = write } = access.ownTenant ? { ...access, write: access.ownTenant.write } : access
  const begins = Object.entries(fields as Fields).find(([, { starts }]) => starts)
  if (kind === 'singleton' && !partOf && begins)
    return [`${name}.${begins[0]} is made by itself with the others: give it a default that is written here.`]
  return [
    ...startProblems(name, fields, { all, reader: create }),
    ...actionsOf(resource).flatMap(([action, { input }]) =>
      startProblems(`${name}.${action}`, input, { all, reader: 'nobody' }),
    ),
    ...sideProblems(resource, all),
  ]
}
