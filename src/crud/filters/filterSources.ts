import { type AnyField, partName, rangeNames } from '../../schema/index'

export const filterSources = (name: string, { traits: { filter, filterParts = [] } }: AnyField): string[] => {
  if (filter !== 'range' && filter !== 'span' && filter !== 'overlap') return [name]
  const { from, to } = rangeNames(name)
  return [name, from, to, ...filterParts.map(part => partName(name, part))]
}

export const isFilterSet = (name: string, field: AnyField, values: Readonly<Record<string, unknown>>): boolean =>
  filterSources(name, field).some(source => values[source] !== undefined)
