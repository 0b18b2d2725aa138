import type { Fields } from '../field'
import { partName, rangeNames } from '../filterNames'
import type { AnyJoined, AnyListViews, AnyNoOverlap, AnyResource } from '../resource'
import { allFields, filterFieldsOf, formSections, parseSort, tabsOf } from '../resource'
import { didYouMean } from './didYouMean'

const places = (resource: AnyResource): [place: string, names: readonly string[]][] => {
  const { list, createForm = [], uniqueTogether = [], noOverlap = [], conditions = {}, represent } = resource
  return [
    ['represent', [represent]],
    ['list.columns', list.columns],
    ['list.search', list.search ?? []],
    ['list.filters', list.filters ?? []],
    ['list.sums', list.sums ?? []],
    ['list.sort', [parseSort(list.sort).field]],
    ['list.hidden', list.hidden ?? []],
    ['list.cardTitle', list.cardTitle ?? []],
    ...joinedOf(resource).map(([column, { with: others }]): [string, readonly string[]] => [
      `list.joined.${column}.with`,
      others,
    ]),
    ...tabsOf(resource).flatMap(([tab, { sort }]): [string, readonly string[]][] =>
      sort ? [[`list.tabs.${tab}.sort`, [parseSort(sort).field]]] : [],
    ),
    ...namesOfViews(resource),
    ['form', formSections(resource).flatMap(({ fields }) => fields)],
    ['createForm', createForm],
    ...(noOverlap as readonly AnyNoOverlap[]).map(({ same, from, until, when }): [string, readonly string[]] => [
      'noOverlap',
      [...same, from, until, ...Object.keys(when ?? {})],
    ]),
    ...uniqueTogether.map((names): [string, readonly string[]] => ['uniqueTogether', names]),
    ['conditions', Object.keys(conditions)],
    ...Object.entries(conditions).map(([name, condition]): [string, readonly string[]] => [
      `conditions.${name}.when`,
      Object.keys(condition?.when ?? {}),
    ]),
  ]
}

const joinedOf = ({ list }: AnyResource) => Object.entries((list.joined ?? {}) as Record<string, AnyJoined>)

const namesOfViews = ({ list }: AnyResource): [place: string, names: readonly string[]][] =>
  Object.entries((list.views ?? {}) as AnyListViews).map(([view, { shows = [], ...fields }]) => [
    `list.views.${view}`,
    [...Object.values(fields as Readonly<Record<string, string>>), ...shows],
  ])

const partProblems = (resource: AnyResource): string[] => {
  const { name, list, assigns = {} } = resource
  const filters = filterFieldsOf(resource).flatMap(([filter, { traits }]) => {
    const { from, to } = rangeNames(filter)
    return [filter, from, to, ...(traits.filterParts ?? []).map(part => partName(filter, part))]
  })
  const among = (place: string, names: readonly string[], known: readonly string[], where: string): string[] =>
    names
      .filter(part => !known.includes(part))
      .map(part => `${name}.${place} names ${part}, which is not in ${where}.${didYouMean(part, known)}`)
  return [
    ...among('list.hidden', list.hidden ?? [], list.columns, 'list.columns'),
    ...among(
      'list.joined',
      joinedOf(resource).map(([column]) => column),
      list.columns,
      'list.columns',
    ),
    ...tabsOf(resource).flatMap(([tab, { filter }]) =>
      among(`list.tabs.${tab}.filter`, Object.keys(filter), filters, 'list.filters'),
    ),
    ...formSections(resource).flatMap(section =>
      among(`form.${section.name}.assigns`, section.assigns ?? [], Object.keys(assigns), 'assigns'),
    ),
  ]
}

const repeatedIn = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
]

/** Migrations run without the compiler. */
export const nameProblems = (resource: AnyResource): string[] => {
  const { name, list } = resource
  const fields = Object.keys(allFields(resource))
  const ofTheirOwn = Object.keys((list.filterFields ?? {}) as Fields)
  return [
    ...places(resource).flatMap(([place, names]) => [
      ...names
        .filter(field => !fields.includes(field))
        .map(field => `${name}.${place} names ${field}, and there is no such field.${didYouMean(field, fields)}`),
      ...repeatedIn(names).map(field => `${name}.${place} has the field ${field} twice: leave one out.`),
    ]),
    ...partProblems(resource),
    ...ofTheirOwn
      .filter(field => fields.includes(field))
      .map(field => `${name}.list.filterFields has ${field}, which is a field: name it in list.filters instead.`),
  ]
}
