import type { AnyField, Fields } from '../field'
import { type AnyResource, fieldOf, filterFieldsOf } from '../resource'
import { didYouMean } from './didYouMean'

const areAlikeIn = (theirs: AnyField | undefined, mine: AnyField | undefined): boolean =>
  !theirs ||
  !mine ||
  (theirs.kind === mine.kind &&
    (theirs.kind !== 'reference' || mine.kind !== 'reference' || theirs.options.to().name === mine.options.to().name))

const whereProblems = (resource: AnyResource, all: ReadonlyMap<string, AnyResource>): string[] =>
  Object.entries(resource.fields as Fields).flatMap(([name, field]) => {
    if (field.kind !== 'reference') return []
    const target = all.get(field.options.to().name)
    if (!target) return []
    const filters = filterFieldsOf(target).flatMap(([filter]) => (fieldOf(target, filter)?.computed ? [] : filter))
    const place = `${resource.name}.${name}.where`
    return Object.entries(field.options.where ?? {}).flatMap(([theirs, mine]) => [
      ...(filters.includes(theirs)
        ? []
        : [
            `${place} narrows by ${theirs}, which is no filter of ${target.name}: add a stored field to their list.filters.${didYouMean(theirs, filters)}`,
          ]),
      ...(fieldOf(resource, mine)
        ? areAlikeIn(fieldOf(target, theirs), fieldOf(resource, mine))
          ? []
          : [
              `${place} compares ${target.name}.${theirs}, a ${fieldOf(target, theirs)?.kind}, with ${mine}, a ${fieldOf(resource, mine)?.kind}: name two of one kind.`,
            ]
        : [
            `${place} compares with ${mine}, and there is no such field.${didYouMean(mine, Object.keys(resource.fields))}`,
          ]),
    ])
  })

const searchProblems = (resource: AnyResource, all: ReadonlyMap<string, AnyResource>): string[] =>
  ((resource.list.search ?? []) as readonly string[]).flatMap(name => {
    const field = fieldOf(resource, name)
    if (field?.kind !== 'reference') return []
    const target = all.get(field.options.to().name)
    const named = target && fieldOf(target, target.represent)
    const place = `${resource.name}.list.search follows ${name}`
    if (!target || !named) return []
    if (field.computed) return [`${place}, which is computed: search by a stored reference.`]
    if (target.scope !== 'tenant' || resource.scope !== 'tenant')
      return [`${place} to records above tenants, which not everybody may find: leave it out.`]
    const isSaid = named.traits.search && named.kind !== 'reference' && named.kind !== 'tags'
    return isSaid && (!named.computed || named.derived)
      ? []
      : [
          `${place}, and ${target.name} are named by ${target.represent}, which is no stored or derived text: leave it out.`,
        ]
  })

const sumProblems = ({ name, list }: AnyResource): string[] =>
  ((list.sums ?? []) as readonly string[])
    .filter(sum => !list.columns.includes(sum))
    .map(sum => `${name}.list.sums names ${sum}, which is no column.${didYouMean(sum, list.columns)}`)

export const referenceProblems = (resource: AnyResource, all: ReadonlyMap<string, AnyResource>): string[] => [
  ...whereProblems(resource, all),
  ...searchProblems(resource, all),
  ...sumProblems(resource),
]
