import type { FieldOfKind } from '../schema'
import { weekdayName } from '../ui/format/names'
import type { FieldOwner } from './kinds/kindView'
import { resourceKeys } from './text/resourceKeys'

export const choicesOf = (resource: FieldOwner, name: string, field: FieldOfKind<'choice' | 'choices'>) =>
  field.options.values.map(value => ({ id: value, name: resourceKeys(resource).choice(name, value) }))

export const knownChoices = (resource: FieldOwner, name: string, { options }: FieldOfKind<'text' | 'tags'>) =>
  Object.keys(options.known ?? {}).map(id => ({ id, name: resourceKeys(resource).choice(name, id) }))

export const weekdayChoices = (locale: string) =>
  [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ id: weekday, name: weekdayName(weekday, locale) }))
