import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AuditChanges, SetupAction, SetupDocument } from '../../../src/contract'
import { type AnyResource, fieldOf, isEmpty, type Message, mayRead, sameValue } from '../../../src/schema'
import { checkValue, validate } from '../../../src/schema/validation'
import type { Transaction } from '../../db/database'
import { absentValue, carried, namesOf } from './document'
import { allSections, type Entry, folded, type Ground, type Kept, type Values, wholeName } from './entries'
import { type Errors, type Matched, matchDocument, namedEntries } from './match'
import { isReferring, type Section, targetOf } from './sections'

export interface Step {
  entry: Entry
  input: Values
  lists: Readonly<Record<string, readonly string[]>>
  refers: ReadonlyMap<string, readonly string[]>
  changes: AuditChanges
}

export interface PlannedChange {
  action: SetupAction
  resource: string
  key: string
  changes: AuditChanges
  reason: 'used' | 'kept' | null
}

export interface Planned {
  tenant: Step | null
  creates: ReadonlyMap<Section, readonly Step[]>
  updates: ReadonlyMap<Section, readonly Step[]>
  unlisted: Matched['unlisted']
  unchanged: number
  errors: Errors
  fingerprint: string
  settings: { timeZone: string; currency: string } | null
}

const newIds = async (db: Transaction, count: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select uuid_v7() as id from generate_series(1, ${count}::int)`.execute(db)
  return rows.map(({ id }) => id)
}

interface Reader {
  kept: Kept
  named: ReturnType<typeof namedEntries>
  names: ReadonlyMap<string, string>
  settings: Planned['settings']
  role: Ground['caller']['role']
  errors: Errors
}

const idOf = ({ named, errors }: Reader, target: AnyResource, said: unknown, path: string): string | null => {
  const refuse = (key: Message['key']) => {
    errors[path] ??= { key, args: {} }
    return null
  }
  if (typeof said !== 'string') return refuse('validation.text')
  const found = named.get(target.name)?.get(folded(said)) ?? []
  // A name may equal another record's code except for case.
  const exact = found.filter(entry => wholeName(entry) === said)
  const [one, ...others] = exact.length > 0 ? exact : found
  return others.length > 0 ? refuse('validation.ambiguous') : (one?.id ?? refuse('validation.reference'))
}

const idsOf = (reader: Reader, target: AnyResource, said: unknown, path: string): string[] => {
  if (isEmpty(said)) return []
  if (!Array.isArray(said)) {
    reader.errors[path] ??= { key: 'validation.invalid', args: {} }
    return []
  }
  return said.flatMap((one, index) => idOf(reader, target, one, `${path}.${index}`) ?? [])
}

const stepOf = (reader: Reader, entry: Entry): Step => {
  const { section, before, listed } = entry
  const { path = '', values = {} } = listed ?? {}
  const { errors, settings, names } = reader
  const input: Record<string, unknown> = {}
  const refers = new Map<string, readonly string[]>()
  for (const [name, field] of section.fields) {
    const said = values[name]
    if (said === undefined && !mayRead(section.resource, name, reader.role)) continue
    if (isReferring(field)) {
      const target = targetOf(field)
      const ids =
        field.kind === 'references'
          ? idsOf(reader, target, said, `${path}.${name}`)
          : isEmpty(said)
            ? []
            : [idOf(reader, target, said, `${path}.${name}`) ?? []].flat()
      refers.set(name, ids)
      input[name] = field.kind === 'references' ? ids : (ids[0] ?? null)
    } else {
      const value = said === undefined ? absentValue(field, values, settings) : said
      if (value !== undefined) input[name] = value
    }
  }
  const lists: Record<string, readonly string[]> = {}
  for (const { name, target } of section.lists) {
    const ids = idsOf(reader, target, values[name], `${path}.${name}`)
    refers.set(name, ids)
    if (before ? !sameValue((before as Values)[name], ids) : ids.length > 0) lists[name] = ids
  }
  const shown = (name: string, value: unknown): unknown => {
    const isList = section.lists.some(list => list.name === name)
    return carried(isList ? null : (fieldOf(section.resource, name) ?? null), value, names)
  }
  const pair = (name: string, to: unknown): [string, { from: unknown; to: unknown }] => [
    name,
    { from: before ? shown(name, (before as Values)[name]) : null, to: shown(name, to) },
  ]
  if (!before) {
    const given = Object.entries(input).filter(
      ([name, value]) => !isEmpty(value) && (values[name] !== undefined || section.setup.key.includes(name)),
    )
    return {
      entry,
      input,
      lists,
      refers,
      changes: Object.fromEntries([...given, ...Object.entries(lists)].map(([name, to]) => pair(name, to))),
    }
  }
  const checked = validate(section.resource, input, {
    current: before as Values,
    role: reader.role,
    around: null,
  })
  if (!checked.ok) for (const [name, problem] of Object.entries(checked.errors)) errors[`${path}.${name}`] ??= problem
  const changed = checked.ok ? checked.values : {}
  const changes = Object.fromEntries(
    [...Object.entries(changed), ...Object.entries(lists)].map(([name, to]) => pair(name, to)),
  )
  return { entry, input: changed, lists, refers, changes }
}

/** Within one section, such as two records that are part of each other. */
const refuseCircles = (section: Section, steps: readonly Step[], errors: Errors): void => {
  for (const [name, field] of section.fields) {
    if (field.kind !== 'reference' || targetOf(field).name !== section.resource.name) continue
    const next = new Map(steps.map(step => [step.entry.id, step.refers.get(name)?.[0]]))
    for (const { entry } of steps) {
      const seen = new Set<string>()
      let id: string | undefined = next.get(entry.id)
      while (id !== undefined && id !== entry.id && !seen.has(id)) {
        seen.add(id)
        id = next.get(id)
      }
      if (id === entry.id) errors[`${entry.listed?.path}.${name}`] ??= { key: 'validation.circle', args: {} }
    }
  }
}

/** The settings that supply defaults, as the document sets them if valid. */
const settingsOf = ({ caller }: Ground, kept: Kept, document: SetupDocument): Planned['settings'] => {
  const { timeZone, currency } = caller.tenant ?? {}
  if (timeZone === undefined || currency === undefined) return null
  const said = (document.tenant ?? {}) as Values
  const right = (name: string, stored: string): string => {
    const field = kept.tenant?.section.fields.find(([each]) => each === name)?.[1]
    const isRight = field && typeof said[name] === 'string' && !('problem' in checkValue(field.schema, said[name]))
    return isRight ? String(said[name]) : stored
  }
  return { timeZone: right('timeZone', timeZone), currency: right('currency', currency) }
}

const fingerprintOf = (kept: Kept): string => {
  const state = allSections(kept).map(section => [
    section.resource.name,
    (kept.entries.get(section) ?? []).map(({ id, before }) => `${id}:${before?.version}`).sort(),
  ])
  return JSON.stringify([kept.tenant?.before?.version, state])
}

export const planSetup = async (
  db: Transaction,
  document: SetupDocument,
  kept: Kept,
  ground: Ground,
): Promise<Planned> => {
  const matched = matchDocument(document, kept)
  const { errors } = matched
  const made = [...matched.listed.values()].flat().filter(({ before }) => !before)
  const ids = await newIds(db, made.length)
  for (const [index, entry] of made.entries()) entry.id = ids[index] ?? ''
  const settings = settingsOf(ground, kept, document)
  const listed = [...matched.listed.values()].flat()
  const reader: Reader = {
    ...{ kept, errors, settings, role: ground.caller.role },
    named: namedEntries(matched, kept),
    names: namesOf([...[...kept.entries.values()].flat(), ...listed]),
  }
  const steps = new Map(
    Array.from(matched.listed, ([section, entries]) => [section, entries.map(entry => stepOf(reader, entry))]),
  )
  for (const [section, some] of steps) refuseCircles(section, some, errors)
  const isChange = ({ changes }: Step) => Object.keys(changes).length > 0
  const tenant = matched.tenant && stepOf(reader, matched.tenant)
  const of = (is: (step: Step) => boolean) =>
    new Map(Array.from(steps, ([section, some]) => [section, some.filter(is)]))
  const all = [...steps.values()].flat()
  return {
    tenant: tenant && isChange(tenant) ? tenant : null,
    creates: of(({ entry }) => !entry.before),
    updates: of(step => step.entry.before !== null && isChange(step)),
    unlisted: matched.unlisted,
    unchanged: all.filter(step => step.entry.before && !isChange(step)).length + (tenant && !isChange(tenant) ? 1 : 0),
    ...{ errors, settings },
    fingerprint: fingerprintOf(kept),
  }
}

export const hashOf = (fingerprint: string, changes: readonly PlannedChange[]): string =>
  createHash('sha256').update(fingerprint).update(JSON.stringify(changes)).digest('base64url').slice(0, 32)
