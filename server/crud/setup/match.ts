import type { SetupDocument } from '../../../src/contract'
import { isEmpty, type Message, memoize } from '../../../src/schema'
import { absentValue } from './document'
import { allSections, type Entry, folded, grouped, isOnly, type Kept, nameIn, type Values, wholeName } from './entries'
import type { Section } from './sections'

export type Errors = Record<string, Message>

export interface Matched {
  /** New ones have no id yet. */
  listed: ReadonlyMap<Section, readonly Entry[]>
  unlisted: ReadonlyMap<Section, readonly Entry[]>
  tenant: Entry | null
  errors: Errors
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Index = readonly ReadonlyMap<string, readonly Entry[]>[]

const indexOf = ({ setup }: Section, candidates: readonly Entry[]): Index =>
  setup.key.map(name => {
    const filled = candidates.filter(({ before }) => !isEmpty((before as Values | null)?.[name]))
    return grouped(filled, ({ before }) => folded((before as Values | null)?.[name]))
  })

const findKept = (section: Section, values: Values, place: number, index: Index): readonly Entry[] => {
  const given = section.setup.key.map(name => values[name])
  if (isEmpty(given[place])) return []
  const lacksEarlier = ({ before }: Entry) =>
    section.setup.key
      .slice(0, place)
      .every((name, earlier) => isEmpty(given[earlier]) || isEmpty((before as Values | null)?.[name]))
  return index[place]?.get(folded(given[place]))?.filter(lacksEarlier) ?? []
}

/**
 * Matches listed records to kept ones: the only one of its kind, then by each key field, and last by `was`, so that a
 * finished rename matches. A name is free if its holder is renamed, too.
 * @returns the listed records by kept one, and those that repeat the only one of its kind
 */
const pairUp = (
  section: Section,
  entries: readonly Entry[],
  candidates: readonly Entry[],
): { taken: ReadonlyMap<Entry, Entry>; repeated: readonly Entry[] } => {
  const index = indexOf(section, candidates)
  const taken = new Map<Entry, Entry>()
  const valuesOf = ({ listed }: Entry): Values => listed?.values ?? {}
  const take = (entry: Entry, kept: Entry): void => {
    Object.assign(entry, { id: kept.id, before: kept.before })
    taken.set(kept, entry)
  }
  const only = candidates.find(({ before }) => isOnly(section, (before ?? {}) as Values))
  const onlyOnes = only ? entries.filter(entry => isOnly(section, valuesOf(entry))) : []
  if (only && onlyOnes[0]) take(onlyOnes[0], only)
  for (const place of section.setup.key.keys())
    for (const entry of entries) {
      if (entry.before) continue
      const found = findKept(section, valuesOf(entry), place, index).find(each => !taken.has(each))
      if (found) take(entry, found)
    }
  const rename = (entry: Entry, seen: ReadonlySet<Entry>): boolean => {
    const { was } = valuesOf(entry)
    if (isEmpty(was)) return false
    for (const old of index.flatMap(byKey => byKey.get(folded(was)) ?? [])) {
      const holder = taken.get(old)
      if (holder && (seen.has(holder) || !rename(holder, new Set([...seen, holder])))) continue
      take(entry, old)
      return true
    }
    return false
  }
  for (const entry of entries) if (!entry.before) rename(entry, new Set([entry]))
  return { taken, repeated: onlyOnes.slice(1) }
}

/** Per document. */
const maxRecords = 10_000

const derivedKeys = memoize(({ setup, fields }: Section) =>
  fields.filter(([name, field]) => setup.key.includes(name) && field.kind === 'slug' && field.options.from),
)

const withDerivedKey = (section: Section, values: Values): Values => {
  const made = derivedKeys(section).flatMap(([name, field]) => {
    const slug = isEmpty(values[name]) ? absentValue(field, values, null) : null
    return isEmpty(slug) ? [] : [[name, slug] as const]
  })
  return made.length > 0 ? { ...values, ...Object.fromEntries(made) } : values
}

const knownNames = memoize(
  ({ fields, lists, nested }: Section): ReadonlySet<string> =>
    new Set([
      ...fields.map(([name]) => name),
      ...lists.map(({ name }) => name),
      ...nested.map(({ resource }) => resource.name),
      'was',
    ]),
)

export const matchDocument = (document: SetupDocument, kept: Kept): Matched => {
  // Without a prototype, “constructor” is an ordinary name.
  const errors: Errors = Object.create(null)
  let count = 0
  const listed = new Map<Section, Entry[]>()
  const unlisted = new Map<Section, Entry[]>()
  const refuse = (path: string, key: Message['key']) => {
    errors[path] ??= { key, args: {} }
  }

  const checkNames = (section: Section, values: Values, path: string): void => {
    const known = knownNames(section)
    for (const name of Object.keys(values)) if (!known.has(name)) refuse(`${path}.${name}`, 'validation.unknown')
  }

  const join = (section: Section, list: unknown, path: string, parent: Entry | null): void => {
    if (!Array.isArray(list)) {
      refuse(path, 'validation.invalid')
      return
    }
    const candidates = (kept.entries.get(section) ?? []).filter(
      entry => entry.parent?.id === (parent?.before?.id ?? undefined),
    )
    count += list.length
    const max = Math.min(section.resource.limit ?? maxRecords, maxRecords)
    if (list.length > max || count > maxRecords) {
      errors[path] ??= { key: 'validation.tooMany', args: { max } }
      return
    }
    const entries: Entry[] = []
    const names = new Set<string>()
    for (const [row, said] of list.entries()) {
      const place = `${path}.${row}`
      if (!isRecord(said)) {
        refuse(place, 'validation.invalid')
        continue
      }
      checkNames(section, said, place)
      const values = withDerivedKey(section, said)
      const key = section.setup.key.find(name => !isEmpty(values[name]))
      const wrong = section.setup.key.find(name => !isEmpty(values[name]) && typeof values[name] !== 'string')
      if (key === undefined) refuse(`${place}.${section.setup.key.at(-1)}`, 'validation.required')
      else if (wrong !== undefined) refuse(`${place}.${wrong}`, 'validation.text')
      if (!isEmpty(values.was) && typeof values.was !== 'string') refuse(`${place}.was`, 'validation.text')
      if (key === undefined || wrong !== undefined) continue
      const name = nameIn(section, values)
      const own = `${key} ${folded(name)}`
      if (names.has(own)) refuse(`${place}.${key}`, 'validation.repeated')
      else entries.push({ section, parent, name, listed: { path: place, values }, id: '', before: null })
      names.add(own)
    }
    const { taken, repeated } = pairUp(section, entries, candidates)
    for (const { listed } of repeated) refuse(`${listed?.path}.${section.setup.key[0]}`, 'validation.repeated')
    listed.set(section, [...(listed.get(section) ?? []), ...entries])
    unlisted.set(section, [...(unlisted.get(section) ?? []), ...candidates.filter(each => !taken.has(each))])
    for (const entry of entries)
      for (const nested of section.nested) {
        const inner = entry.listed?.values[nested.resource.name]
        if (inner !== undefined) join(nested, inner, `${entry.listed?.path}.${nested.resource.name}`, entry)
      }
  }

  const { format: _, formatVersion: __, tenant: settings, ...sections } = document
  for (const name of Object.keys(sections))
    if (!kept.sections.some(({ resource }) => resource.name === name)) refuse(name, 'validation.unknown')
  for (const section of kept.sections) {
    const list = sections[section.resource.name]
    if (list !== undefined) join(section, list, section.resource.name, null)
  }
  let tenant: Entry | null = null
  if (settings !== undefined && kept.tenant) {
    if (isRecord(settings)) {
      checkNames(kept.tenant.section, settings, 'tenant')
      tenant = { ...kept.tenant, listed: { path: 'tenant', values: settings } }
    } else refuse('tenant', 'validation.invalid')
  }
  return { listed, unlisted, tenant, errors }
}

export const namedEntries = (matched: Matched, kept: Kept): Map<string, Map<string, Entry[]>> => {
  const byResource = new Map<string, Map<string, Entry[]>>()
  for (const section of allSections(kept)) {
    const listed = matched.listed.get(section) ?? []
    const known = new Set(listed.flatMap(({ before }) => before?.id ?? []))
    const entries = [...listed, ...(kept.entries.get(section) ?? []).filter(({ id }) => !known.has(id))]
    byResource.set(
      section.resource.name,
      grouped(entries, entry => folded(wholeName(entry))),
    )
  }
  return byResource
}
