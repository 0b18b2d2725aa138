import type { Fields } from '../field'
import type { AnyResource } from '../resource'
import { allFields, formSections, iconNames, parseSort } from '../resource'
import { didYouMean } from './didYouMean'

/** Every place that names fields, with the names. Repeating a name in one place is a mistake. */
const places = (resource: AnyResource): [place: string, names: readonly string[]][] => {
  const { list, createForm = [], uniqueTogether = [], conditions = {}, represent } = resource
  return [
    ['represent', [represent]],
    ['list.columns', list.columns],
    ['list.search', list.search ?? []],
    ['list.filters', list.filters ?? []],
    ['list.sort', [parseSort(list.sort).field]],
    ['form', formSections(resource).flatMap(({ fields }) => fields)],
    ['createForm', createForm],
    ...uniqueTogether.map((names): [string, readonly string[]] => ['uniqueTogether', names]),
    ['conditions', Object.keys(conditions)],
    ...Object.entries(conditions).map(([name, condition]): [string, readonly string[]] => [
      `conditions.${name}.when`,
      Object.keys(condition?.when ?? {}),
    ]),
  ]
}

const repeatedIn = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
]

/**
 * Names of fields that are not there, or that stand twice in one place. The compiler sees most of the former, but
 * migrations are written without it.
 */
export const nameProblems = (resource: AnyResource): string[] => {
  const { name, icon, list } = resource
  const fields = Object.keys(allFields(resource))
  const ofTheirOwn = Object.keys((list.filterFields ?? {}) as Fields)
  return [
    ...(iconNames.some(known => known === icon)
      ? []
      : [`${name}.icon is ${icon}, and there is no such icon.${didYouMean(icon, iconNames)}`]),
    ...places(resource).flatMap(([place, names]) => [
      ...names
        .filter(field => !fields.includes(field))
        .map(field => `${name}.${place} names ${field}, and there is no such field.${didYouMean(field, fields)}`),
      ...repeatedIn(names).map(field => `${name}.${place} has the field ${field} twice: leave one out.`),
    ]),
    ...ofTheirOwn
      .filter(field => fields.includes(field))
      .map(field => `${name}.list.filterFields has ${field}, which is a field: name it in list.filters instead.`),
  ]
}
