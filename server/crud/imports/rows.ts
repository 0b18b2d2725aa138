import { sql } from 'kysely'
import type { AuditChanges, Outcome } from '../../../src/contract'
import {
  type AnyField,
  type AnyResource,
  type FieldOfKind,
  type Fields,
  isEmpty,
  type Message,
  memoize,
  pathParamNames,
  readableValues,
  type ValidationErrors,
} from '../../../src/schema'
import { asksAround } from '../../../src/schema/bounds'
import { wholeField, wholeOf } from '../../../src/schema/importColumns'
import { validate } from '../../../src/schema/validation'
import { auditEventOf } from '../../audit/auditLog'
import type { ApiRecord } from '../../audit/change'
import { linksOf } from '../../db/links'
import type { Caller } from '../../http/identity/caller'
import { invalid, invalidField, Problem } from '../../http/problem'
import type { UnitOfWork } from '../../http/unitOfWork'
import { pauses } from '../../inSlices'
import { assign } from '../assignments'
import { attempt } from '../bulk'
import { column } from '../columns'
import type { ResourceHooks } from '../hooks'
import { all, findRecords, type Scope, scopeConditions, scopeValues } from '../scope'
import { createRecord, updateRecord } from '../single'
import { insertMany, updateEach } from '../write'
import { type Reading, readCell, trimmed } from './cells'
import { columnField, keysOf } from './columns'
import { unknownBytes } from './encodings'
import { comparable, findNamed, resolve, scopeOver } from './references'
import { type KeyText, type Seen, standInFor } from './seen'

type Values = Record<string, unknown>

export interface Plan {
  resource: AnyResource
  hooks: ResourceHooks
  allHooks: Readonly<Record<string, ResourceHooks>>
  resources: readonly AnyResource[]
  caller: Caller
  /** In file order; null for an unused column. */
  columns: readonly ({ name: string; field: AnyField } | null)[]
  reading: Reading
  blanks: 'keep' | 'clear'
  operation: 'upsert' | 'create' | 'update'
  isDryRun: boolean
  /** Pauses for others between slices of the work. */
  rest: () => Promise<void>
}

export interface Line {
  row: number
  line: number
  cells: readonly string[]
}

export interface RowOutcome {
  row: number
  line: number
  outcome: Outcome
  recordId: string | null
  version: number | null
  key: string | null
  changes: AuditChanges
  messages: Readonly<Record<string, Message>>
  code: string | null
  notes: readonly string[]
  cells: readonly string[] | null
}

interface Draft extends Line {
  values: Values
  blank: Set<string>
  above: Values
  refers: Map<string, readonly string[]>
  errors: ValidationErrors
  notes: string[]
  code: string | null
}

const read = (line: Line, { resource, columns, reading, blanks }: Plan): Draft => {
  const draft: Draft = {
    ...line,
    ...{ values: {}, above: {}, blank: new Set(), refers: new Map(), errors: {}, notes: [], code: null },
  }
  const isTooLong = line.cells.length > columns.length && line.cells.slice(columns.length).some(cell => cell.trim())
  if (isTooLong) draft.errors._row = { key: 'validation.tooManyCells', args: {} }
  for (const [index, mapped] of columns.entries()) {
    const cell = trimmed(line.cells[index] ?? '')
    if (unknownBytes.test(cell)) draft.errors[mapped?.name ?? '_row'] = { key: 'validation.unknownBytes', args: {} }
    if (!mapped) continue
    const { name, field } = mapped
    const above = wholeField(resource, name)
    if (cell === '') {
      if (blanks === 'clear' && above === null) draft.blank.add(name)
      continue
    }
    const found = readCell(resource, name, field, cell, reading)
    if ('problem' in found) draft.errors[name] ??= found.problem
    else if ('refers' in found) draft.refers.set(name, found.refers)
    else {
      if (above === null) draft.values[name] = found.value
      else draft.above[above] = found.value
      if (found.note) draft.notes.push(found.note)
    }
  }
  return draft
}

const targetOf = (resource: AnyResource, name: string): AnyResource =>
  (columnField(resource, name) as FieldOfKind<'reference' | 'references'>).options.to() as AnyResource

const wrongList = (field: AnyField | undefined, ids: readonly string[]): Message | null => {
  if (field?.kind !== 'references') return null
  const { max } = field.options as FieldOfKind<'references'>['options']
  if (ids.length > max) return { key: 'validation.tooMany', args: { max } }
  return new Set(ids).size < ids.length ? { key: 'validation.repeated', args: {} } : null
}

const settleReferences = async (
  unit: UnitOfWork,
  { resource, resources }: Plan,
  drafts: readonly Draft[],
): Promise<void> => {
  const names = new Set(drafts.flatMap(({ refers }) => [...refers.keys()]))
  for (const name of names) {
    const texts = new Set(drafts.flatMap(({ refers }) => refers.get(name) ?? []))
    const found = await resolve(unit, targetOf(resource, name), [...texts], resources)
    for (const draft of drafts) {
      const said = draft.refers.get(name)
      if (!said) continue
      const ids = said.map(text => found.get(text) ?? [])
      const unclear = ids.find(({ length }) => length !== 1)
      if (unclear)
        draft.errors[name] = { key: unclear.length > 1 ? 'validation.ambiguous' : 'validation.reference', args: {} }
      else {
        const single = ids.flatMap(([id]) => id ?? [])
        const wrong = wrongList(columnField(resource, name), single)
        if (wrong) draft.errors[name] = wrong
        else {
          delete draft.errors[name]
          draft.values[name] = columnField(resource, name)?.kind === 'reference' ? single[0] : single
        }
      }
    }
  }
}

const settleWholes = async (unit: UnitOfWork, plan: Plan, drafts: readonly Draft[]): Promise<void> => {
  const found = wholeOf(plan.resource)
  if (!found) return
  const { param, whole } = found
  const open = drafts.filter(
    ({ values, above, errors }) => !values[param] && !errors[param] && Object.keys(above).length > 0,
  )
  if (open.length === 0) return
  const asked = open.map(draft => ({ draft, key: keyOf(whole, { values: draft.above }) }))
  const { byKey } = await findMatches(
    unit,
    { ...plan, resource: whole },
    asked.map(({ draft }) => ({ values: draft.above })),
  )
  for (const { draft, key } of asked) {
    const ids = key ? (byKey.get(key.text) ?? []) : []
    if (ids.length > 1) draft.errors[param] = { key: 'validation.ambiguous', args: {} }
    else if (ids[0]) draft.values[param] = ids[0]
  }
}

const said = (value: unknown): string => String(value).toLowerCase()

/** Null unless every field of the key is filled. */
const keyText = (resource: AnyResource, index: number, values: Values): KeyText | null => {
  const key = keysOf(resource)[index] ?? []
  return key.some(name => isEmpty(values[name])) ? null : [index, ...key.map(name => said(values[name]))].join('\0')
}

const allKeys = (resource: AnyResource, values: Values): KeyText[] =>
  keysOf(resource).flatMap((_, index) => keyText(resource, index, values) ?? [])

const keyOf = (resource: AnyResource, { values }: Pick<Draft, 'values'>): { index: number; text: KeyText } | null => {
  for (const index of keysOf(resource).keys()) {
    const text = keyText(resource, index, values)
    if (text !== null) return { index, text }
  }
  return null
}

const shownKey = (resource: AnyResource, values: Values): string | null => {
  const key = keysOf(resource).find(names => names.every(name => !isEmpty(values[name]))) ?? []
  const shown = [...new Set([...key, resource.represent])].filter(
    name => !isEmpty(values[name]) && columnField(resource, name)?.kind !== 'reference',
  )
  return shown.length > 0
    ? shown
        .map(name => String(values[name]))
        .join(' · ')
        .slice(0, 300)
    : null
}

interface Matches {
  byKey: Map<KeyText, string[]>
  known: Set<string>
  named: Map<string, Map<string, string[]>>
}

const findMatches = async (
  unit: UnitOfWork,
  plan: Plan,
  drafts: readonly Pick<Draft, 'values'>[],
): Promise<Matches> => {
  const { resource } = plan
  const scope = scopeOver(resource, plan)
  const conditions = all(scopeConditions(scope))
  const byKey = new Map<KeyText, string[]>()
  const named: Matches['named'] = new Map()
  const ids = drafts.flatMap(({ values }) => (typeof values.id === 'string' ? values.id.toLowerCase() : []))
  const known = new Set<string>()
  if (ids.length > 0) {
    const rows = await findRecords(unit.db, scope, ids)
    for (const { id } of rows) known.add(id)
  }
  for (const [index, names] of keysOf(resource).entries()) {
    const asked = drafts.flatMap(draft => (keyOf(resource, draft)?.index === index ? [draft.values] : []))
    if (asked.length === 0) continue
    const [only = ''] = names
    if (names.length === 1 && columnField(resource, only)?.kind !== 'reference') {
      const texts = new Map(asked.map((values): [string, string[]] => [said(values[only]), []]))
      for (const { id, said: text } of await findNamed(unit.db, scope, only, [...texts.keys()]))
        texts.get(said(text))?.push(id)
      for (const [text, found] of texts) if (found.length > 0) byKey.set([index, text].join('\0'), found)
      named.set(only, texts)
      continue
    }
    const columns = names.map(name => comparable(resource, name))
    const given = names.map(name => {
      const isId = columnField(resource, name)?.kind === 'reference'
      const texts = asked.map(values => said(values[name]))
      return isId ? sql`${texts}::uuid[]` : sql`${texts}::text[]`
    })
    const isAsked = sql`(${sql.join(columns)}) in (select * from unnest(${sql.join(given)}))`
    const { rows } = await sql<{ id: string } & Record<`key${number}`, string>>`
      select ${column(resource, 'id')}, ${sql.join(columns.map((each, i) => sql`${each} as ${sql.ref(`key${i}`)}`))}
      from ${sql.table(resource.name)} where ${conditions} and ${isAsked}`.execute(unit.db)
    for (const row of rows) {
      const text = [index, ...names.map((_, i) => said(row[`key${i}`]))].join('\0')
      byKey.set(text, [...(byKey.get(text) ?? []), row.id])
    }
  }
  return { byKey, known, named }
}

type Met = { id: string | null } | { refused: Message; code: string }

const meet = ({ resource, operation }: Plan, seen: Seen, { byKey, known }: Matches, draft: Draft): Met => {
  const own = typeof draft.values.id === 'string' ? draft.values.id.toLowerCase() : null
  const key = keyOf(resource, draft)
  const there = key ? (byKey.get(key.text) ?? []).filter(id => !seen.hasLost(id, key.text)) : []
  const ids = own !== null && known.has(own) ? [own] : there
  const line = ids.map(id => seen.lineOf(id)).find(found => found !== undefined)
  const earlier = line ?? (key && ids !== there ? undefined : key && seen.holderOf(key.text)) ?? undefined
  if (earlier !== undefined)
    return { refused: { key: 'validation.duplicateInFile', args: { line: earlier } }, code: 'duplicate_in_file' }
  if (ids.length > 1) return { refused: { key: 'validation.ambiguous', args: {} }, code: 'ambiguous' }
  const [id = null] = ids
  if (id !== null && operation === 'create')
    return { refused: { key: 'validation.existsAlready', args: {} }, code: 'exists' }
  if (id === null && operation === 'update')
    return { refused: { key: 'validation.notThere', args: {} }, code: 'not_found' }
  return { id }
}

const nothing = { recordId: null, version: null, changes: {}, messages: {}, code: null, cells: null }

const refusedRow = (
  resource: AnyResource,
  draft: Draft,
  messages: Readonly<Record<string, Message>>,
  code: string,
): RowOutcome => ({
  ...nothing,
  ...{ row: draft.row, line: draft.line, key: shownKey(resource, draft.values), notes: draft.notes },
  ...{ outcome: 'error', messages, code, cells: draft.cells },
})

const keyField = (resource: AnyResource, draft: Draft): string =>
  keysOf(resource)[keyOf(resource, draft)?.index ?? 0]?.at(-1) ?? '_row'

const problemRow = (resource: AnyResource, draft: Draft, problem: Problem): RowOutcome => {
  const { errors, message } = problem.options
  const messages = errors ?? { _row: message ?? { key: 'validation.invalid', args: {} } }
  const isConflict = problem.code === 'slot_unavailable'
  return { ...refusedRow(resource, draft, messages, problem.code), ...(isConflict && { outcome: 'conflict' as const }) }
}

const changesOf = (unit: UnitOfWork, { resource, caller }: Plan, first: number, id: string): AuditChanges => {
  const merged: Record<string, { from: unknown; to: unknown }> = {}
  for (const change of unit.changes.slice(first)) {
    if (change.resource !== resource || (change.after ?? change.before)?.id !== id) continue
    for (const [name, { from, to }] of Object.entries(auditEventOf(change)?.changes ?? {}))
      merged[name] = { from: merged[name] ? merged[name].from : from, to }
  }
  return readableValues(resource, merged, caller.role)
}

const inputOf = ({ resource }: Plan, { values, blank }: Draft, before: ApiRecord | null): Values => {
  const parents = pathParamNames(resource.api)
  const given = Object.entries(values).filter(([name]) => name !== 'id' && !parents.includes(name))
  if (!before) return Object.fromEntries(given)
  const emptied = [...blank]
    .filter(name => name !== 'id' && !parents.includes(name))
    .map(name => {
      const field = columnField(resource, name)
      return [name, field?.presence === 'defaulted' && !field.starts ? field.default : null]
    })
  return Object.fromEntries([...given, ...emptied])
}

/** Whether one statement can write many records, without hooks and locks. */
export const isPlain = memoize((resource: AnyResource) =>
  memoize((hooks: ResourceHooks): boolean => {
    const { prepare, check, columns, after, lockFirst, refuse, writes, changedColumns } = hooks
    const isHooked = [prepare, check, columns, after, lockFirst, refuse, writes, changedColumns].some(Boolean)
    const fields = Object.values(resource.fields as Fields)
    const isSimple = ({ kind, starts, options }: AnyField) =>
      !starts && !(kind === 'reference' && (options as { where?: unknown }).where)
    return (
      !isHooked &&
      resource.limit === undefined &&
      !resource.noOverlap &&
      !asksAround(resource) &&
      !resource.uniqueTogether &&
      !resource.rows?.write &&
      Object.values(resource.assigns ?? {}).every(({ through }) => through) &&
      pathParamNames(resource.api).length === 0 &&
      linksOf(resource).length === 0 &&
      fields.every(isSimple)
    )
  }),
)

interface Judged {
  draft: Draft
  before: ApiRecord | null
  values: Values
}

const nobody = ''

const findTaken = async (
  unit: UnitOfWork,
  plan: Plan,
  taken: Seen['taken'],
  { named }: Matches,
  judged: readonly Judged[],
): Promise<Map<number, ValidationErrors>> => {
  const { resource } = plan
  const errors = new Map<number, ValidationErrors>()
  const unique = Object.entries(resource.fields as Fields).flatMap(([name, field]) => (field.unique ? [name] : []))
  const owners = new Map<string, string>()
  for (const name of unique) {
    const known = named.get(name) ?? new Map<string, string[]>()
    const texts = new Set(judged.flatMap(({ values }) => (isEmpty(values[name]) ? [] : said(values[name]))))
    for (const [text, [id]] of known) if (id !== undefined) owners.set(`${name}\0${text}`, id)
    const open = [...texts].filter(text => !known.has(text))
    for (const { id, said } of await findNamed(unit.db, scopeOver(resource, plan), name, open))
      owners.set(`${name}\0${said}`, id)
  }
  const slotOf = (name: string, value: unknown) => (isEmpty(value) ? null : `${name}\0${said(value)}`)
  for (const { draft, before, values } of judged) {
    const me = before?.id ?? standInFor(draft.row)
    const changed = unique.filter(name => Object.hasOwn(values, name))
    const wrong = changed.filter(name => {
      const slot = slotOf(name, values[name])
      const owner = slot === null ? nobody : (taken.get(slot) ?? owners.get(slot) ?? nobody)
      return owner !== nobody && owner !== me
    })
    if (wrong.length > 0) {
      errors.set(draft.row, Object.fromEntries(wrong.map(name => [name, { key: 'validation.unique', args: {} }])))
      continue
    }
    for (const name of changed) {
      const [slot, former] = [slotOf(name, values[name]), slotOf(name, before?.[name])]
      // Later rows may take it, although a check leaves it in the database.
      if (former !== null && former !== slot) taken.set(former, nobody)
      if (slot !== null) taken.set(slot, me)
    }
  }
  return errors
}

const done = (
  { resource }: Plan,
  draft: Draft,
  outcome: 'create' | 'update' | 'unchanged',
  record: ApiRecord,
  changes: AuditChanges,
): RowOutcome => ({
  ...nothing,
  ...{ row: draft.row, line: draft.line, notes: draft.notes, outcome, changes },
  ...{ recordId: record.id, version: record.version },
  // A generated key, such as a booking's reference, says nothing about the row.
  key: (outcome === 'create' ? shownKey(resource, draft.values) : null) ?? shownKey(resource, record),
})

const foreseen = (plan: Plan, { draft, before, values }: Judged): RowOutcome => {
  const { resource, hooks, caller } = plan
  const id = before?.id ?? ''
  const after = { ...before, ...values, ...scopeValues(scopeOver(resource, plan)), id } as ApiRecord
  const changes = auditEventOf({ resource, before, after, audited: hooks.audited })?.changes ?? {}
  const outcome = done(plan, draft, before ? 'update' : 'create', after, readableValues(resource, changes, caller.role))
  return { ...outcome, recordId: before?.id ?? null, version: before?.version ?? null }
}

const writePlain = async (
  unit: UnitOfWork,
  plan: Plan,
  seen: Seen,
  matches: Matches,
  judged: readonly Judged[],
): Promise<RowOutcome[]> => {
  const { resource, caller } = plan
  const scope = scopeOver(resource, plan)
  const taken = await findTaken(unit, plan, seen.taken, matches, judged)
  const outcomes: RowOutcome[] = []
  const free = judged.filter(({ draft }) => {
    const errors = taken.get(draft.row)
    if (errors) outcomes.push(refusedRow(resource, draft, errors, 'validation'))
    return !errors
  })
  const pause = pauses(plan.rest)
  // Everything that could refuse a row has been checked.
  if (plan.isDryRun) {
    for (const one of free) {
      outcomes.push(foreseen(plan, one))
      await pause()
    }
    return outcomes
  }
  const write = async (some: readonly Judged[]): Promise<RowOutcome[]> => {
    const first = unit.changes.length
    const made = some.filter(({ before }) => !before)
    const changed = some.flatMap(({ before, values }) => (before ? [{ before, values }] : []))
    await insertMany(
      unit,
      scope,
      made.map(({ values }) => values),
    )
    await updateEach(unit, scope, changed)
    const notes = unit.changes.slice(first)
    const results: RowOutcome[] = []
    for (const [index, { draft, before }] of [...made, ...some.filter(({ before }) => before)].entries()) {
      const note = notes[index]
      const record = note?.after
      if (!note || !record) throw new Error(`${resource.name}: row ${draft.row} was not written.`)
      const changes = readableValues(resource, auditEventOf(note)?.changes ?? {}, caller.role)
      results.push(done(plan, draft, before ? 'update' : 'create', record, changes))
      await pause()
    }
    return results
  }
  let written: RowOutcome[] = []
  if (free.length > 0) {
    const problem = await attempt(unit, scope, async () => {
      written = await write(free)
    })
    if (problem) {
      written = []
      for (const one of free) {
        const refused = await attempt(unit, scope, async () => written.push(...(await write([one]))))
        if (refused) outcomes.push(problemRow(resource, one.draft, refused))
      }
    }
  }
  return [...outcomes, ...written]
}

/** @throws Problem with the errors of the whole at its own columns */
const makeWhole = async (unit: UnitOfWork, plan: Plan, draft: Draft): Promise<string | undefined> => {
  const found = wholeOf(plan.resource)
  if (!found || Object.keys(draft.above).length === 0) return undefined
  const { whole, param } = found
  const scope = scopeOver(whole, { ...plan, hooks: plan.allHooks[whole.name] ?? {} })
  try {
    return (await createRecord(unit, scope, draft.above)).id
  } catch (error) {
    const { errors } = error instanceof Problem ? error.options : {}
    if (!errors) throw error
    const start = param.replace(/Id$/, '')
    throw invalid(Object.fromEntries(Object.entries(errors).map(([name, one]) => [`${start}.${name}`, one])))
  }
}

const assignSets = async (unit: UnitOfWork, scope: Scope, id: string, given: Values): Promise<void> => {
  for (const name of Object.keys(scope.resource.assigns ?? {}))
    if (given[name] !== undefined) await assign(unit, scope, name, {}, { id, ids: (given[name] ?? []) as string[] })
}

const writeHooked = async (
  unit: UnitOfWork,
  plan: Plan,
  draft: Draft,
  before: ApiRecord | null,
): Promise<RowOutcome> => {
  const { resource, hooks, resources, caller } = plan
  const first = unit.changes.length
  let record: ApiRecord | null = null
  let changes: AuditChanges = {}
  const given = inputOf(plan, draft, before)
  const isSet = (name: string) => resource.assigns?.[name] !== undefined
  const input = Object.fromEntries(Object.entries(given).filter(([name]) => !isSet(name)))
  const names = pathParamNames(resource.api)
  const idOf = (name: string) => String(before?.[name] ?? draft.values[name] ?? '')
  const params = Object.fromEntries(names.map(name => [name, idOf(name)]))
  const scope: Scope = { resource, hooks, resources, caller, params }
  const write = async (): Promise<void> => {
    for (const name of names) params[name] ||= (await makeWhole(unit, plan, draft)) ?? ''
    const missing = names.find(name => params[name] === '')
    if (missing) throw invalidField(missing, 'validation.required')
    record = before
      ? await (hooks.writes?.update ?? updateRecord)(unit, scope, before.id, { input, ifMatch: null })
      : await (hooks.writes?.create ?? createRecord)(unit, scope, input)
    await assignSets(unit, scope, record.id, given)
    changes = changesOf(unit, plan, first, record.id)
  }
  const problem = await attempt(unit, scope, write, { isUndone: unit.rehearsal !== null })
  if (problem) return problemRow(resource, draft, problem)
  const written = record as ApiRecord | null
  if (!written) throw new Error(`${resource.name}: row ${draft.row} was not written.`)
  Object.assign(draft.values, params)
  const isChanged = before === null || Object.keys(changes).length > 0
  return done(plan, draft, before ? (isChanged ? 'update' : 'unchanged') : 'create', written, changes)
}

/** Refused rows leave nothing. */
export const importRows = async (
  unit: UnitOfWork,
  plan: Plan,
  seen: Seen,
  lines: readonly Line[],
): Promise<RowOutcome[]> => {
  const { resource, hooks, caller } = plan
  const pause = pauses(plan.rest)
  const drafts: Draft[] = []
  for (const line of lines) {
    drafts.push(read(line, plan))
    await pause()
  }
  await settleReferences(unit, plan, drafts)
  await settleWholes(unit, plan, drafts)
  const matches = await findMatches(unit, plan, drafts)
  const wanted = new Set([...[...matches.byKey.values()].flat(), ...matches.known])
  const found =
    wanted.size > 0 ? await findRecords(unit.db, scopeOver(resource, plan), [...wanted], { lock: !plan.isDryRun }) : []
  const records = new Map(found.map(record => [record.id, record as ApiRecord]))
  const plain = isPlain(resource)(hooks)
  const outcomes: RowOutcome[] = []
  const judged: Judged[] = []
  const remember = (outcome: RowOutcome, values: Values): void => {
    if (outcome.recordId) seen.add(outcome.line, outcome.recordId, allKeys(resource, values))
    outcomes.push(outcome)
  }
  for (const draft of drafts) {
    await pause()
    const again = [...draft.refers].some(([name]) => draft.errors[name] && targetOf(resource, name) === resource)
    // An earlier row may have created the record that it refers to.
    if (again) await settleReferences(unit, plan, [draft])
    await settleWholes(unit, plan, [draft])
    const met = meet(plan, seen, matches, draft)
    if ('refused' in met) {
      outcomes.push(refusedRow(resource, draft, { [keyField(resource, draft)]: met.refused }, met.code))
      continue
    }
    const before = met.id === null ? null : (records.get(met.id) ?? null)
    const input = inputOf(plan, draft, before)
    const isUnreadable = Object.keys(draft.errors).length > 0
    if (!plain && !isUnreadable) {
      const outcome = await writeHooked(unit, plan, draft, before)
      remember(outcome, { ...before, ...draft.values })
      continue
    }
    if (!plain && resource.import?.columns) {
      outcomes.push(refusedRow(resource, draft, draft.errors, 'validation'))
      continue
    }
    const validated = validate(resource, input, {
      current: before ?? undefined,
      role: caller.role,
      // Plain resources depend on nothing around, and other rows are refused here.
      around: null,
    })
    if (isUnreadable || !validated.ok) {
      const errors = { ...(validated.ok ? {} : validated.errors), ...draft.errors }
      outcomes.push(refusedRow(resource, draft, errors, 'validation'))
      continue
    }
    const { values } = validated
    if (before && Object.keys(values).length === 0) remember(done(plan, draft, 'unchanged', before, {}), before)
    else {
      judged.push({ draft, before, values })
      // Later rows of this piece must find it before it is written.
      seen.add(draft.line, before?.id ?? standInFor(draft.row), allKeys(resource, { ...before, ...values }))
    }
  }
  const byRow = new Map(judged.map(one => [one.draft.row, one]))
  for (const outcome of plain ? await writePlain(unit, plan, seen, matches, judged) : []) {
    const one = byRow.get(outcome.row)
    const values = { ...one?.before, ...one?.values }
    // Later rows must not find it.
    if (outcome.outcome === 'error' && one)
      seen.drop(one.before?.id ?? standInFor(outcome.row), allKeys(resource, values))
    remember(outcome, values)
  }
  return outcomes.toSorted((a, b) => a.row - b.row)
}
