import { resourceKeys } from '../../crud/text/resourceKeys'
import type { MachineText } from '../../i18n/text'
import { type AnyField, type AnyResource, type Fields, type Registry, shownBelow } from '../../schema'

/** More common labels name no screen. */
const mostShared = 2

const labelsOf = (resource: AnyResource, text: MachineText): string[] => {
  const keys = resourceKeys(resource)
  const { fields, actions = {}, assigns = {}, list } = resource
  const choicesOf = ([name, { kind, options }]: [string, AnyField]): string[] =>
    kind === 'choice' ? (options as { values: readonly string[] }).values.map(value => keys.choice(name, value)) : []
  const all = [
    ...Object.keys(fields as Fields).map(keys.field),
    ...Object.entries(fields as Fields).flatMap(choicesOf),
    ...Object.keys(actions).map(name => keys.action(name, 'label')),
    ...Object.keys(assigns).map(keys.assigned),
    ...Object.keys(list.tabs ?? {}).map(keys.tab),
  ]
  return all.map(key => text(key as Parameters<MachineText>[0], { smart_count: 2, _: '' }))
}

/** A resource's rare words: “price” finds the items, “closure” the rules. */
export const declaredWords = ({ all }: Registry, text: MachineText): ReadonlyMap<string, string> => {
  const labels = new Map<string, Set<string>>()
  for (const resource of all) {
    const above = shownBelow(resource)?.parent.name
    const own = labels.get(above ?? resource.name) ?? new Set()
    if (above) own.add(text(resourceKeys(resource).name, { smart_count: 2 }))
    for (const label of labelsOf(resource, text)) own.add(label)
    labels.set(above ?? resource.name, own)
  }
  const counts = new Map<string, number>()
  for (const label of [...labels.values()].flatMap(own => [...own])) counts.set(label, (counts.get(label) ?? 0) + 1)
  return new Map(
    Array.from(labels, ([name, own]) => [
      name,
      [...own].filter(label => (counts.get(label) ?? 0) <= mostShared).join(' '),
    ]),
  )
}
