import { type AnyResource, parseSort } from '../../schema'
import { recordName } from '../recordName'
import { inPlace } from './inPlace'

/** What react-admin's reference and autocomplete inputs need to choose a record of a resource. */
export const referenceChoices = (target: AnyResource) => ({
  reference: { reference: target.name, perPage: 25, sort: parseSort(target.list.sort) },
  optionText: (record: Record<string, unknown>) => recordName(target, record),
  ...inPlace,
  filterToQuery: (q: string) => (q && target.list.search?.length ? { q } : {}),
})
