import { type SetupDocument, setupFormat, setupVersion } from '../../../src/contract/setup'
import { type AnyField, isEmpty, isSaid, mayRead, sameValue, slugify } from '../../../src/schema'
import { sayValue } from '../../../src/schema/bounds'
import { allSections, type Entry, type Ground, type Kept, type Values, wholeName } from './entries'
import { isReferring, type Section } from './sections'

const nobody = { now: 0, me: { id: null, email: null, name: null }, settings: {} }

export const absentValue = (
  field: AnyField,
  values: Values,
  tenant: { timeZone: string; currency: string } | null,
): unknown => {
  if (field.kind === 'slug' && field.options.from) {
    const source = values[field.options.from]
    return typeof source === 'string' ? slugify(source).slice(0, field.options.max) : null
  }
  if (field.default !== undefined) return field.default
  if (field.kind === 'references') return []
  const { starts, kind } = field
  if (starts) {
    // Any other default may change.
    const isTenants = isSaid(starts) && starts.says === 'setting' && !starts.of
    return isTenants && tenant ? sayValue(starts, kind, { ...nobody, tenant }) : undefined
  }
  return field.presence === 'required' ? undefined : null
}

export const namesOf = (entries: Iterable<Entry>): Map<string, string> =>
  new Map(Array.from(entries, entry => [entry.id, wholeName(entry)]))

export const carried = (field: AnyField | null, value: unknown, names: ReadonlyMap<string, string>): unknown => {
  if (field && !isReferring(field)) return value
  if (Array.isArray(value)) return value.map(id => names.get(String(id)) ?? String(id))
  return isEmpty(value) ? null : (names.get(String(value)) ?? String(value))
}

const isLeftOut = (section: Section, name: string, field: AnyField, value: unknown, tenant: Tenant): boolean => {
  if (section.setup.key.includes(name)) return isEmpty(value)
  if (isEmpty(value)) return true
  const absent = field.presence === 'required' ? undefined : absentValue(field, {}, tenant)
  return absent !== undefined && sameValue(value, absent)
}

type Tenant = { timeZone: string; currency: string } | null

const recordIn = (entry: Entry, kept: Kept, names: ReadonlyMap<string, string>, caller: Ground['caller']): Values => {
  const { section, before } = entry
  const stored = (before ?? {}) as Values
  const fields = section.fields.flatMap(([name, field]) =>
    isLeftOut(section, name, field, stored[name], caller.tenant) || !mayRead(section.resource, name, caller.role)
      ? []
      : [[name, carried(field, stored[name], names)] as const],
  )
  const lists = section.lists.flatMap(({ name }) => {
    const ids = (stored[name] ?? []) as readonly string[]
    return ids.length > 0 ? [[name, carried(null, ids, names)] as const] : []
  })
  const nested = section.nested.map(each => [
    each.resource.name,
    (kept.entries.get(each) ?? [])
      .filter(({ parent }) => parent?.id === entry.id)
      .map(child => recordIn(child, kept, names, caller)),
  ])
  return Object.fromEntries([...fields, ...lists, ...nested])
}

/** Omits fields closed to the caller. Equal states give equal bytes. */
export const documentOf = (kept: Kept, caller: Ground['caller']): SetupDocument => {
  const names = namesOf(allSections(kept).flatMap(section => kept.entries.get(section) ?? []))
  return {
    format: setupFormat,
    formatVersion: setupVersion,
    ...(kept.tenant && { tenant: recordIn(kept.tenant, kept, names, caller) }),
    ...Object.fromEntries(
      kept.sections.map(section => [
        section.resource.name,
        (kept.entries.get(section) ?? []).map(entry => recordIn(entry, kept, names, caller)),
      ]),
    ),
  }
}
