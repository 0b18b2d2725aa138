import type { AnyField, Fields } from './field'
import { memoize } from './memoize'
import { pathParamNames } from './paths'
import type { AnyResource, AnySearch } from './resource'
import { fieldOf } from './resource'

export interface Searched {
  fields: readonly string[]
  title: string
  subtitle: readonly string[]
  weight: number
  at?: string
  when: AnySearch['when'] & {}
  page?: string
}

export const searchOf = memoize((resource: AnyResource): Searched | null => {
  const { search, scope, kind, list, represent } = resource
  if (search === false || scope !== 'tenant' || kind === 'singleton') return null
  const {
    fields = list.search ?? [],
    title = represent,
    subtitle = [],
    weight = 1,
    ...rest
  } = (search ?? {}) as AnySearch
  if (fields.length === 0) return null
  return { ...rest, fields, title, subtitle, weight, when: rest.when ?? {} }
})

const isStoredText = (field: AnyField | undefined): boolean =>
  field !== undefined && field.kind !== 'reference' && (!field.computed || field.isStored === true)

export const indexedNames = (resource: AnyResource): readonly string[] =>
  (searchOf(resource)?.fields ?? []).filter(name => isStoredText(fieldOf(resource, name)))

/** The parent whose page shows a resource without screens. */
export const shownBelow = ({ api, fields, screens }: AnyResource): { name: string; parent: AnyResource } | null => {
  const [name = ''] = pathParamNames(api)
  const field = (fields as Fields)[name]
  return !screens && field?.kind === 'reference' ? { name, parent: field.options.to() as AnyResource } : null
}
