import { sql } from 'kysely'
import { type AnyResource, type Fields, isEmpty, type Message, snakeCase } from '../../../src/schema'
import type { ApiRecord } from '../../audit/change'
import { tableName } from '../../db/tables'
import { Problem } from '../../http/problem'
import type { UnitOfWork } from '../../http/unitOfWork'
import { assign } from '../assignments'
import { attempt } from '../bulk'
import { createRecords } from '../many'
import type { Scope } from '../scope'
import { createRecord, deleteRecord, updateRecord } from '../single'
import { allSections, type Entry, folded, type Ground, grouped, type Kept, type Values, wholeName } from './entries'
import type { Errors } from './match'
import type { Planned, PlannedChange, Step } from './plan'
import type { Section } from './sections'

interface Work {
  unit: UnitOfWork
  ground: Ground
  kept: Kept
  planned: Planned
  errors: Errors
  written: Set<string>
  /** Unlisted records to delete, since they hold other records' new names. */
  gone: Set<Entry>
}

interface Open {
  step: Step
  run: () => Promise<void>
  problem: Problem
}

const scopeFor = ({ ground, unit }: Pick<Work, 'ground' | 'unit'>, { section, parent }: Entry): Scope => ({
  ...{ resource: section.resource, hooks: section.hooks, resources: ground.resources, caller: unit.caller },
  params: section.parentField !== null && parent ? { [section.parentField]: parent.id } : {},
})

const messagesOf = ({ options }: Problem): Readonly<Record<string, Message>> =>
  options.errors ?? { '': options.message ?? { key: 'validation.invalid', args: {} } }

const tell = (errors: Errors, { entry }: Step, problem: Problem): void => {
  for (const [name, message] of Object.entries(messagesOf(problem)))
    errors[[entry.listed?.path, name].filter(Boolean).join('.')] ??= message
}

const isThere = ({ written }: Work, ids: readonly string[]): boolean => ids.every(id => written.has(id))

const withId = (scope: Scope, id: string): Scope => ({
  ...scope,
  hooks: { ...scope.hooks, columns: (unit, values) => ({ ...scope.hooks.columns?.(unit, values), id }) },
})

const mayWait = ({ fields }: AnyResource, name: string): boolean => {
  const field = (fields as Fields)[name]
  return field !== undefined && field.presence !== 'required'
}

const without = (input: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))

const only = (input: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)))

const change =
  (work: Work, { entry }: Step, input: Values) =>
  async (): Promise<void> => {
    const scope = scopeFor(work, entry)
    const { writes } = scope.hooks
    const changes = { input, ifMatch: null }
    await (writes
      ? writes.update(work.unit, scope, entry.id, changes)
      : updateRecord(work.unit, scope, entry.id, changes))
  }

const assignLists =
  (work: Work, { entry, lists }: Step) =>
  async (): Promise<void> => {
    const scope = scopeFor(work, entry)
    for (const [name, ids] of Object.entries(lists)) {
      const target = entry.section.lists.find(each => each.name === name)?.target
      const hooks = target ? (work.ground.hooks[target.name] ?? {}) : {}
      await assign(work.unit, scope, name, hooks, { id: entry.id, ids })
    }
  }

const wrongPaths = (errors: Errors): Set<string> => {
  const paths = new Set<string>()
  for (const path of Object.keys(errors))
    for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) paths.add(path.slice(0, end))
  return paths
}

const waiting = (work: Work, { entry, input, refers }: Step): string[] =>
  Object.keys(input).filter(name => !isThere(work, refers.get(name) ?? []) && mayWait(entry.section.resource, name))

const retiredValues = ({ resource, setup }: Section): Values | null => {
  const isFlagged = (resource.fields as Fields).isActive?.kind === 'flag'
  return (setup.retired ?? (isFlagged ? { isActive: false } : null)) as Values | null
}

const retirement = ({ section, before }: Entry): Values | null => {
  const values = retiredValues(section)
  const stored = (before ?? {}) as Values
  return values && Object.entries(values).some(([name, value]) => stored[name] !== value) ? values : null
}

const retiring = ({ entry, input }: Step): string[] => {
  const values = retiredValues(entry.section) ?? {}
  return Object.keys(values).filter(name => input[name] === values[name])
}

const uniqueNames = ({ resource, fields, parentField }: Section): string[] => {
  const together = (resource.uniqueTogether ?? []) as readonly (readonly string[])[]
  const groups = together.flatMap(names => names.filter(name => name !== parentField))
  return fields.flatMap(([name, { unique, kind }]) =>
    (unique || groups.includes(name)) && (kind === 'text' || kind === 'slug') ? name : [],
  )
}

interface Held {
  entry: Entry
  name: string
}

const holdersIn = (section: Section, { kept, planned }: Work): Held[] => {
  const steps = [...(planned.updates.get(section) ?? []), ...(planned.creates.get(section) ?? [])]
  const entries = kept.entries.get(section) ?? []
  return uniqueNames(section).flatMap(name => {
    const wanted = new Map(
      steps.flatMap(({ entry, input }) => (isEmpty(input[name]) ? [] : [[folded(input[name]), entry.id]])),
    )
    return entries.flatMap(entry => {
      const taker = wanted.get(folded((entry.before as Values | null)?.[name]))
      return taker === undefined || taker === entry.id ? [] : [{ entry, name }]
    })
  })
}

/**
 * Replaces values that records pass to each other, such as two swapped names, by ids until their own changes are
 * written.
 * @returns restores the former values in the log
 */
const setFree = async (section: Section, work: Work): Promise<() => void> => {
  const { unit, planned } = work
  const changing = new Map((planned.updates.get(section) ?? []).map(({ entry, input }) => [entry.id, input]))
  const held = holdersIn(section, work).filter(({ entry, name }) => name in (changing.get(entry.id) ?? {}))
  if (held.length === 0) return () => {}
  const first = unit.changes.length
  const placeholders = new Map(
    held.map(({ entry, name }) => [entry.id.replaceAll('-', ''), (entry.before as Values | null)?.[name]]),
  )
  for (const [name, some] of grouped(held, each => each.name)) {
    const ids = some.map(({ entry }) => entry.id)
    await sql`
      select set_free(${tableName(section.resource)}, ${snakeCase(name)}, ${ids}::uuid[])`.execute(unit.db)
  }
  return () => {
    const told = (record: ApiRecord | null): ApiRecord | null =>
      record &&
      (Object.fromEntries(
        Object.entries(record).map(([name, value]) => [name, placeholders.get(String(value)) ?? value]),
      ) as ApiRecord)
    for (const change of unit.changes.slice(first))
      Object.assign(change, { before: told(change.before), after: told(change.after) })
  }
}

const remove = (work: Work, entry: Entry): Promise<Problem | null> => {
  const { unit } = work
  const scope = scopeFor(work, entry)
  const { writes } = scope.hooks
  const options = { ifMatch: null }
  return attempt(unit, scope, () =>
    writes ? writes.remove(unit, scope, entry.id, options) : deleteRecord(unit, scope, entry.id, options),
  )
}

/**
 * In order of dependence. A failed write is retried after the others: its field may refer in a circle, or its status
 * need the records below. Retired records come last, since others may refer to them.
 */
class Writing {
  readonly #work: Work
  readonly #isPruned: boolean
  readonly #wrong: ReadonlySet<string>
  readonly #unlisted: ReadonlySet<Entry>
  readonly #retirements: Step[] = []
  #open: Open[] = []
  /** Unlisted records in the way of others that could not be deleted yet. */
  #going: Entry[] = []

  constructor(work: Work, isPruned: boolean) {
    this.#work = work
    this.#isPruned = isPruned
    this.#wrong = wrongPaths(work.errors)
    this.#unlisted = new Set([...work.planned.unlisted.values()].flat())
  }

  async run(): Promise<void> {
    const { kept, written } = this.#work
    await this.#tenant()
    const settled: (() => void)[] = []
    for (const section of allSections(kept)) {
      if (this.#isPruned) await this.#makeWay(section)
      settled.push(await setFree(section, this.#work))
      await this.#updates(section)
      await this.#creates(section)
    }
    await this.#tryAgain()
    for (const step of this.#retirements) if (written.has(step.entry.id)) await this.#change(step, step.input)
    await this.#tryAgain()
    for (const tell of settled) tell()
    this.#tellRefusals()
  }

  async #tenant(): Promise<void> {
    const step = this.#work.planned.tenant
    if (!step || this.#isWrong(step)) return
    const waits = Object.keys(step.input).filter(name => !isThere(this.#work, step.refers.get(name) ?? []))
    const rest = without(step.input, waits)
    if (Object.keys(rest).length > 0) await this.#change(step, rest)
    this.#later(step, waits)
  }

  async #makeWay(section: Section): Promise<void> {
    const inTheWay = holdersIn(section, this.#work).flatMap(({ entry }) => (this.#unlisted.has(entry) ? entry : []))
    await this.#remove([...new Set(inTheWay)])
  }

  async #updates(section: Section): Promise<void> {
    for (const planning of this.#work.planned.updates.get(section) ?? []) {
      if (this.#isWrong(planning)) continue
      const step = this.#withoutRetirement(planning)
      if (Object.keys(step.input).length > 0) await this.#change(step, step.input)
      await this.#assign(step)
    }
  }

  async #creates(section: Section): Promise<void> {
    const planned = this.#work.planned.creates.get(section) ?? []
    const creates = planned.filter(step => !this.#isWrong(step)).map(step => this.#withoutRetirement(step))
    const isReady = (step: Step) =>
      [...step.refers].every(([name, ids]) => name in step.lists || isThere(this.#work, ids))
    let left = creates
    for (let ready = left.filter(isReady); ready.length > 0; ready = left.filter(isReady)) {
      for (const some of grouped(ready, ({ entry }) => entry.parent?.id ?? '').values()) await this.#createAll(some)
      const done = new Set(ready)
      left = left.filter(step => !done.has(step))
    }
    for (const step of left) await this.#try(step, () => this.#create(step))
    for (const step of creates) await this.#assign(step)
  }

  async #createAll(steps: readonly Step[]): Promise<void> {
    const [first] = steps
    if (!first) return
    const { unit, written } = this.#work
    const drafts = steps.map(({ entry, input }) => ({ id: entry.id, input }))
    const isDone = await createRecords(unit, scopeFor(this.#work, first.entry), drafts)
    if (isDone) for (const { entry } of steps) written.add(entry.id)
    else for (const step of steps) await this.#try(step, () => this.#create(step))
  }

  /** Leaves out what has to wait: references to what is not there yet, and refused fields that may be empty. */
  async #create(step: Step): Promise<void> {
    const { unit, written } = this.#work
    const { entry, input } = step
    if (entry.parent && !written.has(entry.parent.id)) throw new Problem('conflict', 'Its parent is missing.')
    const waits = waiting(this.#work, step)
    const scope = withId(scopeFor(this.#work, entry), entry.id)
    const make = (some: Values) =>
      scope.hooks.writes ? scope.hooks.writes.create(unit, scope, some) : createRecord(unit, scope, some)
    try {
      await make(without(input, waits))
      this.#later(step, waits)
    } catch (error) {
      const refused = error instanceof Problem ? Object.keys(error.options.errors ?? {}) : []
      const names = refused.map(path => path.split('.')[0] ?? '')
      const canWait = names.length > 0 && names.every(name => name in input && mayWait(entry.section.resource, name))
      if (!canWait) throw error
      const all = [...new Set([...waits, ...names])]
      await make(without(input, all))
      this.#later(step, all)
    }
    written.add(entry.id)
  }

  async #remove(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) {
      if (await remove(this.#work, entry)) this.#going.push(entry)
      else this.#work.gone.add(entry)
    }
  }

  async #tryAgain(): Promise<void> {
    for (let before = -1; this.#open.length > 0 && this.#open.length + this.#going.length !== before; ) {
      before = this.#open.length + this.#going.length
      const [again, inTheWay] = [this.#open, this.#going]
      this.#open = []
      this.#going = []
      await this.#remove(inTheWay)
      for (const { step, run } of again) await this.#try(step, run)
    }
  }

  #tellRefusals(): void {
    const { errors, written } = this.#work
    // A reference to a refused record has no error of its own.
    for (const { step, problem } of this.#open) {
      const ids = [...step.refers.values()].flat()
      const isOwn = isThere(this.#work, ids) && (!step.entry.parent || written.has(step.entry.parent.id))
      if (isOwn) tell(errors, step, problem)
    }
    const [first] = this.#open
    if (first && Object.keys(errors).length === 0) tell(errors, first.step, first.problem)
  }

  #isWrong({ entry }: Step): boolean {
    return this.#wrong.has(entry.listed?.path ?? '')
  }

  #withoutRetirement(step: Step): Step {
    const names = retiring(step)
    if (names.length === 0) return step
    this.#retirements.push({ ...step, input: only(step.input, names) })
    return { ...step, input: without(step.input, names) }
  }

  async #change(step: Step, input: Values): Promise<void> {
    await this.#try(step, change(this.#work, step, input))
  }

  async #assign(step: Step): Promise<void> {
    if (Object.keys(step.lists).length > 0) await this.#try(step, assignLists(this.#work, step))
  }

  async #try(step: Step, run: () => Promise<void>): Promise<void> {
    const { unit } = this.#work
    const problem = await attempt(unit, scopeFor(this.#work, step.entry), run)
    if (problem) this.#open.push({ step, run, problem })
  }

  #later(step: Step, names: readonly string[]): void {
    if (names.length === 0) return
    const run = change(this.#work, step, only(step.input, names))
    this.#open.push({ step, run, problem: new Problem('validation', 'Waits for others.') })
  }
}

const isHeld = (problem: Problem | undefined): boolean => problem?.code === 'in_use' || problem?.code === 'conflict'

const said = (
  { section, parent, name }: Entry,
  action: PlannedChange['action'],
  { changes = {}, reason = null }: Partial<Pick<PlannedChange, 'changes' | 'reason'>> = {},
): PlannedChange => ({ action, resource: section.resource.name, key: wholeName({ parent, name }), changes, reason })

const prune = async (work: Work): Promise<PlannedChange[]> => {
  const { unit, planned, kept, gone } = work
  const changes = Array.from(gone, entry => said(entry, 'delete'))
  let left = allSections(kept)
    .toReversed()
    .flatMap(section => (planned.unlisted.get(section) ?? []).filter(entry => !gone.has(entry)))
  const why = new Map<Entry, Problem>()
  for (let before = -1; left.length > 0 && left.length !== before; ) {
    before = left.length
    const kept: Entry[] = []
    for (const entry of left) {
      const problem = await remove(work, entry)
      if (!problem) changes.push(said(entry, 'delete'))
      else {
        why.set(entry, problem)
        kept.push(entry)
      }
    }
    left = kept
  }
  for (const entry of left) {
    const values = retirement(entry)
    const scope = scopeFor(work, entry)
    const reason = isHeld(why.get(entry)) ? 'used' : 'kept'
    const problem =
      values &&
      (await attempt(unit, scope, () => updateRecord(unit, scope, entry.id, { input: values, ifMatch: null })))
    changes.push(said(entry, values && !problem ? 'deactivate' : 'unmanaged', { reason }))
  }
  return changes
}

/**
 * @returns each record's outcome, in order of sections and names
 * @throws Problem `validation` with all errors at their paths
 */
export const carryOut = async (
  unit: UnitOfWork,
  kept: Kept,
  planned: Planned,
  ground: Ground,
  { isPruned }: { isPruned: boolean },
): Promise<PlannedChange[]> => {
  const written = new Set([...kept.entries.values()].flat().map(({ id }) => id))
  const { tenant } = unit.caller
  const caller =
    tenant && planned.settings ? { ...unit.caller, tenant: { ...tenant, ...planned.settings } } : unit.caller
  const errors: Errors = Object.assign(Object.create(null), planned.errors)
  const ours = { unit: { ...unit, caller }, ground: { ...ground, caller } }
  const work: Work = { ...ours, kept, planned, errors, written, gone: new Set() }
  await new Writing(work, isPruned).run()
  if (Object.keys(errors).length > 0)
    throw new Problem('validation', `Please check: ${Object.keys(errors).slice(0, 20).join(', ')}.`, { errors })
  const unlisted = [...planned.unlisted.values()].flat()
  const left: PlannedChange[] = isPruned ? await prune(work) : unlisted.map(entry => said(entry, 'unmanaged'))
  const saidOf = (action: PlannedChange['action'], steps: Planned['creates']) =>
    [...steps.values()].flat().map(({ entry, changes }) => said(entry, action, { changes }))
  const ofTenant = planned.tenant ? [said(planned.tenant.entry, 'change', { changes: planned.tenant.changes })] : []
  const place = new Map(allSections(kept).map(({ resource }, index) => [resource.name, index]))
  const rest = [...saidOf('create', planned.creates), ...saidOf('change', planned.updates), ...left]
  const key = ({ resource, key }: PlannedChange) => `${String(place.get(resource)).padStart(4, '0')} ${key}`
  return [...ofTenant, ...rest.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))]
}
