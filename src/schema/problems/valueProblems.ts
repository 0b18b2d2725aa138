import { actionsOf } from '../action'
import type { AnyField, Fields, KindOptions } from '../field'
import { kindOf } from '../kinds'
import { snakeCase } from '../naming'
import type { AnyNoOverlap, AnyResource, ImportDeclaration } from '../resource'
import { allFields, parseSort } from '../resource'
import { takeBackRole } from '../takeBack'
import { checkValue } from '../validation'
import { didYouMean } from './didYouMean'

const fits = ({ schema }: AnyField, value: unknown): boolean => 'value' in checkValue(schema, value)

const valuesOf = ({ kind, options }: AnyField): readonly string[] =>
  kind === 'choice' ? (options as KindOptions['choice']).values : []

const impossible = (field: AnyField | undefined, requirement: unknown): unknown[] => {
  if (!field || !Array.isArray(requirement)) return []
  return requirement.filter(value => !(value === null && field.presence === 'optional') && !fits(field, value))
}

const whenProblems = (resource: AnyResource): string[] => {
  const fields = allFields(resource)
  const asked: [string, Readonly<Record<string, unknown>>][] = [
    ...Object.entries(resource.conditions ?? {}).map(([name, condition]): [string, Record<string, unknown>] => [
      `conditions.${name}`,
      condition?.when ?? {},
    ]),
    ...actionsOf(resource).map(([name, { when }]): [string, typeof when] => [name, when]),
  ]
  return asked.flatMap(([place, when]) =>
    Object.entries(when).flatMap(([name, requirement]) => {
      const field = fields[name]
      return impossible(field, requirement).map(
        value =>
          `${resource.name}.${place} asks for ${name} to be ${value}, which it never is.` +
          didYouMean(String(value), field ? valuesOf(field) : []),
      )
    }),
  )
}

const limitProblems = ({ name, kind, limit }: AnyResource): string[] => {
  if (limit === undefined || kind === 'singleton' || (Number.isInteger(limit) && limit > 1)) return []
  return limit === 1
    ? [`${name}.limit is 1: one record of a tenant is a singleton (defineSingleton), one of a parent a field of it.`]
    : [`${name}.limit is ${limit}: it is a whole number of records, from 2.`]
}

const trashProblems = (resource: AnyResource): string[] => {
  const { name, trash } = resource
  if (!trash) return []
  if (takeBackRole(resource, { action: 'deleted', via: null }) === null)
    return [`${name}.trash: nobody can take back a deletion of these records; leave it out.`]
  return Number.isInteger(trash.days) && trash.days >= 1 && trash.days <= 3650
    ? []
    : [`${name}.trash.days is ${trash.days}: it is a whole number of days, from 1 to 3650.`]
}

const isKey = ({ kind, traits }: AnyField): boolean =>
  kind === 'reference' || kind === 'references' || (traits.sort !== 'none' && kind !== 'money' && kind !== 'dateRange')

const overlapProblems = (resource: AnyResource): string[] => {
  const fields = resource.fields as Fields
  return ((resource.noOverlap ?? []) as readonly AnyNoOverlap[]).flatMap(({ same, from, until, when = {} }) => {
    const place = `${resource.name}.noOverlap`
    const [start, end] = [fields[from], fields[until]]
    if (!start || !end) return []
    return [
      ...(start.presence === 'optional'
        ? [`${place}: a record without ${from} would be at no time; make ${from} required.`]
        : []),
      ...(start.kind === end.kind
        ? []
        : [`${place} is from a ${start.kind} until a ${end.kind}: make them two dates or two instants.`]),
      ...[...same, from, until, ...Object.keys(when)]
        .filter(name => fields[name]?.computed || fields[name]?.kind === 'references')
        .map(name => `${place}: ${name} is not stored in the record’s row; leave it out.`),
      ...same
        .filter(name => fields[name] && !isKey(fields[name]))
        .map(name => `${place}: ${name}, of the kind ${fields[name]?.kind}, is no single value; leave it out.`),
      ...Object.entries(when).flatMap(([name, values]) =>
        impossible(fields[name], values).map(
          value =>
            `${place} counts records whose ${name} is ${value}, which it never is.` +
            didYouMean(String(value), fields[name] ? valuesOf(fields[name]) : []),
        ),
      ),
    ]
  })
}

const importProblems = (resource: AnyResource): string[] => {
  const { keys = [] } = (resource.import ?? {}) as Partial<ImportDeclaration<Fields>>
  const fields = allFields(resource)
  return keys.flat().flatMap(name => {
    const field = fields[name]
    if (!field)
      return [
        `${resource.name}.import.keys has ${name}, and there is no such field.${didYouMean(name, Object.keys(fields))}`,
      ]
    return field.computed || !isKey(field)
      ? [`${resource.name}.import.keys has ${name}, by which no row can be found: name a stored field of one value.`]
      : []
  })
}

/** Such as the currency of an amount. */
const columnProblems = (resource: AnyResource): string[] => {
  const owners = new Map<string, string>()
  return Object.entries(resource.fields as Fields).flatMap(([name, field]) =>
    kindOf(field)
      .columns(field.options)
      .flatMap(({ suffix = '' }) => {
        const column = `${snakeCase(name)}${suffix}`
        const owner = owners.get(column)
        owners.set(column, name)
        return owner === undefined
          ? []
          : [`${resource.name}.${name} has the column ${column}, as ${owner} has: choose another name.`]
      }),
  )
}

export const valueProblems = (resource: AnyResource): string[] => {
  const { name, fields, list, freshFor = 0, uniqueTogether = [] } = resource
  const sorted = allFields(resource)[parseSort(list.sort).field]
  return [
    ...Object.entries(fields as Fields).flatMap(([field, declared]) => {
      const { default: initial, unique, computed, kind, none, presence } = declared
      const place = `${name}.${field}`
      const values = valuesOf(declared)
      return [
        ...(initial !== undefined && !computed && !fits(declared, initial)
          ? [
              `${place} has the default ${JSON.stringify(initial)}, which it cannot be.${didYouMean(String(initial), values)}`,
            ]
          : []),
        ...(none !== undefined && presence !== 'optional'
          ? [`${place} always has a value, so leave out what none would mean.`]
          : []),
        ...(unique && (computed || kind === 'references')
          ? [`${place} is not stored in the record’s row, so it cannot be unique.`]
          : []),
        ...values
          .filter((value, index) => values.indexOf(value) !== index)
          .map(value => `${place} has the value ${value} twice: leave one out.`),
      ]
    }),
    ...whenProblems(resource),
    ...overlapProblems(resource),
    ...limitProblems(resource),
    ...importProblems(resource),
    ...columnProblems(resource),
    ...trashProblems(resource),
    ...(sorted?.traits.sort === 'none'
      ? [`${name} is sorted by ${parseSort(list.sort).field}, whose values have no order: sort by another field.`]
      : []),
    ...(freshFor < 0 ? [`${name}.freshFor is ${freshFor}: it is a number of seconds, from 0.`] : []),
    ...uniqueTogether
      .flat()
      .filter(field => (fields as Fields)[field]?.computed)
      .map(field => `${name}.${field} is computed and not stored: leave it out of uniqueTogether.`),
    ...uniqueTogether
      .filter(names => names.length < 2)
      .map(names => `${name}.uniqueTogether has a single field: say unique of ${names[0] ?? 'it'} instead.`),
  ]
}
