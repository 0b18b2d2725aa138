import { type AnyResource, parseSort } from '../../schema'
import { recordName } from '../recordName'
import { inPlace } from './inPlace'

/** What react-admin's reference and autocomplete inputs need to choose a record of a resource. */
export const referenceChoices = (target: AnyResource) => ({
  reference: { reference: target.name, perPage: 25, sort: parseSort(target.list.sort) },
  optionText: (record: Record<string, unknown>) => recordName(target, record),
  ...inPlace,
  // What has the focus first would cover the fields below it with its options, and a click on it would close them.
  openOnFocus: false,
  filterToQuery: (q: string) => (q && target.list.search?.length ? { q } : {}),
})
