import { createHash } from 'node:crypto'
import { distance } from 'fastest-levenshtein'
import {
  type AnyField,
  type AnyResource,
  type Fields,
  fieldOf,
  hasRole,
  humanize,
  type ImportDeclaration,
  mayRead,
  memoize,
  type Role,
  text,
} from '../../../src/schema'
import { importColumns, wholeField, wholeOf } from '../../../src/schema/importColumns'
import { folded } from './cells'
import { type FileProfile, fieldIn } from './profiles'

export type Via = 'name' | 'label' | 'remembered' | 'similar' | null

export interface Column {
  header: string
  samples: string[]
  field: string | null
  via: Via
}

export const keysOf = ({ import: declared }: AnyResource): readonly (readonly string[])[] =>
  (declared as ImportDeclaration<Fields> | undefined)?.keys ?? []

// A file exported here names records by id.
const own = memoize(
  (resource: AnyResource): ReadonlyMap<string, AnyField> =>
    new Map([['id', text() as AnyField], ...importColumns(resource)]),
)

export const columnField = (resource: AnyResource, name: string): AnyField | undefined =>
  own(resource).get(name) ?? fieldOf(resource, name)

const mayMake = ({ access }: AnyResource, role: Role | null): boolean => hasRole(role, access.create ?? access.write)

export const importedFields = (resource: AnyResource, role: Role | null): ReadonlyMap<string, AnyField> => {
  const whole = wholeOf(resource)?.whole
  const isOpen = (name: string): boolean => {
    const field = wholeField(resource, name)
    if (field === null || !whole) return mayRead(resource, name, role)
    return mayMake(whole, role) && mayRead(whole, field, role)
  }
  return new Map([...own(resource)].filter(([name]) => isOpen(name)))
}

type Labels = readonly Readonly<Record<string, string>>[]

interface Mapping {
  resource: AnyResource
  fields: ReadonlyMap<string, AnyField>
  labels: Labels
  aliases: Readonly<Record<string, readonly string[]>> | undefined
  profile: FileProfile | undefined
  remembered: Readonly<Record<string, string | null>> | null
}

const labelsOf = (
  { resource, aliases = {}, labels }: Pick<Mapping, 'resource' | 'aliases' | 'labels'>,
  name: string,
  field: AnyField,
): string[] => {
  const above = wholeField(resource, name)
  const whole = wholeOf(resource)?.whole
  if (above !== null && whole) {
    const own = labelsOf({ resource: whole, aliases: undefined, labels }, above, field)
    const names = [
      whole.label[0],
      ...labels.flatMap(words => words[`resources.${whole.name}.name`]?.split(' ||||')[0] ?? []),
    ]
    return names.flatMap(each => own.map(label => `${each} ${label}`))
  }
  return [
    field.label ?? humanize(name),
    ...labels.flatMap(words => words[`resources.${resource.name}.fields.${name}`] ?? []),
    ...labels.flatMap(words => words[`resources.${resource.name}.assigned.${name}`] ?? []),
    ...(aliases[name] ?? []),
  ]
}

/** `Length (min)` → `Length` */
const withoutUnit = (header: string): string => header.replace(/\s*\([^()]*\)\s*$/, '')

const isSimilar = (header: string, word: string): boolean => {
  const most = word.length >= 8 ? 2 : 1
  return word.length >= 4 && Math.abs(header.length - word.length) <= most && distance(header, word) <= most
}

export const errorColumns: readonly string[] = ['_line', '_code', '_errors']

export const headersKey = (headers: readonly string[]): string => {
  const own = headers.filter(header => !errorColumns.includes(header))
  return createHash('sha256').update(JSON.stringify(own.toSorted())).digest('base64url')
}

/** Repeated headings are numbered: `Name`, `Name (2)`. */
export const distinctHeaders = (cells: readonly string[]): string[] => {
  const seen = new Map<string, number>()
  return cells.map((cell, index) => {
    const header = cell.replace(/\0/g, '').trim().slice(0, 200) || `#${index + 1}`
    const count = (seen.get(header) ?? 0) + 1
    seen.set(header, count)
    return count > 1 ? `${header} (${count})` : header
  })
}

/** The field that each heading means. The surest matches come first, and no field is taken twice. */
export const mapColumns = (
  headers: readonly string[],
  { fields, remembered, profile, ...of }: Mapping,
): Pick<Column, 'header' | 'field' | 'via'>[] => {
  const columns = headers.map(header => ({ header, field: null as string | null, via: null as Via }))
  const taken = new Set<string>()
  const take = (via: Via, fieldOfHeader: (header: string) => string | undefined | null) => {
    for (const column of columns) {
      if (column.field !== null) continue
      const name = fieldOfHeader(column.header)
      if (!name || !fields.has(name) || taken.has(name)) continue
      taken.add(name)
      Object.assign(column, { field: name, via })
    }
  }
  if (remembered) {
    take('remembered', header => remembered[header])
    return columns
  }
  if (profile) {
    take('name', header => fieldIn(profile, header))
    return columns
  }
  const names = [...fields.keys()]
  const words = [...fields].map(([name, field]) => ({
    name,
    own: folded(name),
    all: [name, ...labelsOf(of, name, field)].map(folded),
  }))
  const named = (header: string, isMeant: (word: (typeof words)[number], header: string) => boolean) => {
    const said = folded(header)
    return words.find(word => isMeant(word, said))?.name
  }
  const isSaid = ({ all }: (typeof words)[number], header: string) => all.includes(header)
  take('name', header => names.find(name => name === header))
  take('name', header => named(header, ({ own }, said) => own === said))
  take('label', header => named(header, isSaid) ?? named(withoutUnit(header), isSaid))
  take('similar', header => named(header, ({ all }, said) => all.some(word => isSimilar(said, word))))
  return columns
}
