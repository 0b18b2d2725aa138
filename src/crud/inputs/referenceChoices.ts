import { type AnyResource, parseSort } from '../../schema'
import { inPlace } from '../../ui/inputs/inPlace'
import { recordName } from '../recordName'

/** What react-admin's reference and autocomplete inputs need to choose a record of a resource. */
export const referenceChoices = (target: AnyResource) => ({
  reference: { reference: target.name, perPage: 25, sort: parseSort(target.list.sort) },
  optionText: (record: Record<string, unknown>) => recordName(target, record),
  ...inPlace,
  // If it opened on focus, its options would cover the fields below, and a click would close them again.
  openOnFocus: false,
  filterToQuery: (q: string) => (q && target.list.search?.length ? { q } : {}),
})
