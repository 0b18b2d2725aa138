import {
  type AnyField,
  type AnyResource,
  type Around,
  allFields,
  type DeclaredAction,
  isEmpty,
  isSaid,
  literalsOf,
  type Message,
  meets,
  pathParamNames,
  type Said,
  sameValue,
  type ValidationErrors,
} from '../../src/schema'
import { boundProblems, sayValue } from '../../src/schema/bounds'
import { checkValue } from '../../src/schema/validation'
import type { ApiRecord } from '../audit/change'
import { invalid, Problem, refusal } from '../http/problem'
import type { UnitOfWork } from '../http/unitOfWork'
import { aroundFor, aroundOf } from './around'
import { refusals } from './checks'
import type { ActionInput, ResourceHooks } from './hooks'
import { findRecord, parentsOf, type Scope } from './scope'
import { createRecord } from './single'
import { updateRecords } from './write'

type Sets = Readonly<Record<string, unknown>>

/** `record` is null for an action on the whole list. */
interface Doing {
  unit: UnitOfWork
  scope: Scope
  /** Locked. */
  record: ApiRecord | null
  input: ActionInput
  allHooks: Readonly<Record<string, ResourceHooks>>
}

const saidValue = ({ record, input }: Doing, said: Said, { kind }: AnyField, around: Around): unknown => {
  if (said.says === 'input') return input[said.name]
  return said.says === 'copied' ? record?.[said.name] : sayValue(said, kind, around)
}

/** An action that creates or changes other records is never a repetition. */
export const isDone = (
  { isCoded, sets, creates }: Pick<DeclaredAction, 'isCoded' | 'sets' | 'creates'>,
  record: ApiRecord,
  input: ActionInput,
): boolean =>
  !isCoded &&
  !creates &&
  Object.keys(literalsOf(sets)).length > 0 &&
  Object.entries(sets).every(([name, value]) => {
    if (!isSaid(value)) return sameValue(record[name], value)
    return value.says !== 'input' || sameValue(record[name], input[value.name])
  })

const atInput = (problem: unknown, sets: Sets): unknown => {
  if (!(problem instanceof Problem) || problem.code !== 'validation' || !problem.options.errors) return problem
  const errors = Object.entries(problem.options.errors).map(([path, message]): [string, Message] => {
    const [name = '', ...rest] = path.split('.')
    const value = sets[name]
    return [isSaid(value) && value.says === 'input' ? [value.name, ...rest].join('.') : path, message]
  })
  return invalid(Object.fromEntries(errors), problem)
}

const orAtInput = async <T>(sets: Sets, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw atInput(error, sets)
  }
}

/**
 * @param isNew replaces an empty required value by its default
 * @throws Problem `validation`
 */
const worked = async (
  doing: Doing,
  resource: AnyResource,
  sets: Sets,
  isNew = false,
): Promise<Record<string, unknown>> => {
  const fields = allFields(resource)
  const around = await aroundFor(doing.unit, Object.values(sets).filter(isSaid))
  const errors: ValidationErrors = {}
  const values: Record<string, unknown> = {}
  for (const [name, set] of Object.entries(sets)) {
    const field = fields[name] as AnyField
    const value = (isSaid(set) ? saidValue(doing, set, field, around) : set) ?? null
    if (isEmpty(value)) {
      if (isNew && field.presence !== 'optional' && (field.starts ?? field.default) !== undefined) continue
      if (field.presence !== 'optional') errors[name] = { key: 'validation.required', args: {} }
      values[name] = null
      continue
    }
    const checked = checkValue(field.schema, value)
    if ('problem' in checked) errors[name] = checked.problem
    else values[name] = checked.value
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return values
}

const write = (doing: Doing, scope: Scope, before: ApiRecord, sets: Sets): Promise<ApiRecord> =>
  orAtInput(sets, async () => {
    const { unit } = doing
    const { resource } = scope
    const values = await worked(doing, resource, sets)
    const after = { ...before, ...values }
    const around = await aroundOf(unit, resource)
    const errors = [
      ...Object.entries(resource.check?.(after) ?? {}).flatMap(([name, key]) =>
        key ? [[name, { key, args: {} }] as const] : [],
      ),
      ...boundProblems(resource, after, { wrong: [], before, around }),
    ]
    if (errors.length > 0) throw invalid(Object.fromEntries(errors) as ValidationErrors)
    for (const problem of (await refusals(unit, scope, [{ resource, before, after }])).values()) throw problem
    const [written] = await updateRecords(unit, scope, [before], values)
    return written ?? before
  })

/** @throws Problem as an update does, with the errors at the input */
export const setFields = async (doing: Doing, sets: Sets): Promise<ApiRecord> => {
  const record = doing.record as ApiRecord
  return Object.keys(sets).length > 0
    ? write(doing, doing.scope, record, sets)
    : findRecord(doing.unit.db, doing.scope, record.id, { isWhole: true })
}

const scopeElsewhere = ({ scope, record, allHooks }: Doing, resource: AnyResource): Scope => {
  const params = pathParamNames(resource.api).map((name): [string, string] => {
    if (scope.params[name]) return [name, scope.params[name]]
    const field = allFields(resource)[name]
    const isBelow = field?.kind === 'reference' && field.options.to().name === scope.resource.name
    return [name, String((isBelow ? record?.id : record?.[name]) ?? '')]
  })
  return { ...scope, resource, hooks: allHooks[resource.name] ?? {}, params: Object.fromEntries(params) }
}

const isSo = (values: Sets, when: Readonly<Record<string, unknown>> = {}): boolean =>
  Object.entries(when).every(([name, requirement]) => meets(values[name], requirement as never))

/** @throws Problem `wrong_status` if the other record's state forbids it */
export const setAlong = async (doing: Doing, { along }: Pick<DeclaredAction, 'along'>): Promise<void> => {
  const id = along && doing.record?.[along.by]
  if (!id || !isSo(doing.input, along.if)) return
  const resource = along.of() as AnyResource
  const params = await parentsOf(doing.unit, resource, String(id))
  const scope = { ...doing.scope, resource, hooks: doing.allHooks[resource.name] ?? {}, params }
  const other = await findRecord(doing.unit.db, scope, String(id), { lock: true })
  if (!isSo(other, along.when)) throw refusal('wrong_status', 'refusal.notOffered')
  await write(doing, scope, other, along.sets)
}

/** @throws Problem as a create does, with the errors at the input */
export const createdBy = async (
  doing: Doing,
  { creates }: Pick<DeclaredAction, 'creates'>,
): Promise<ApiRecord | undefined> => {
  if (!creates) return undefined
  const resource = creates.of() as AnyResource
  return orAtInput(creates.with, async () => {
    const values = Object.entries(await worked(doing, resource, creates.with, true))
    const isWritable = ([name]: [string, unknown]) => allFields(resource)[name]?.writable === true
    const fixed = values.filter(one => !isWritable(one))
    return createRecord(
      doing.unit,
      scopeElsewhere(doing, resource),
      Object.fromEntries(values.filter(isWritable)),
      Object.fromEntries(fixed),
    )
  })
}
