import { type AnyResource, type Fields, formSections } from '../../schema'

type Values = Readonly<Record<string, unknown>>

/** Without files and unique values. Unique and naming texts tell a copy. */
export const copyOf = (resource: AnyResource, record: Values, named: (name: string) => string): Values => {
  const names: readonly string[] = resource.createForm ?? formSections(resource).flatMap(({ fields }) => fields)
  const { without = [] } = resource.duplicate === true ? {} : (resource.duplicate ?? {})
  return Object.fromEntries(
    names.flatMap((name): [string, unknown][] => {
      const field = (resource.fields as Fields)[name]
      const value = record[name]
      if (!field || without.includes(name) || value === undefined || value === null) return []
      if (field.kind === 'image' || field.kind === 'file' || field.kind === 'slug') return []
      if (!field.unique && (name !== resource.represent || field.kind !== 'text')) return [[name, value]]
      return field.kind === 'text' ? [[name, named(String(value)).slice(0, field.options.max)]] : []
    }),
  )
}
