import { isUuid } from '../../src/contract'
import { type AnyResource, hasRole, type Message, pathParamNames } from '../../src/schema'
import { databaseProblem } from '../http/databaseProblem'
import type { Caller } from '../http/identity/caller'
import { forbidden, invalid, invalidField, notFound, Problem } from '../http/problem'
import type { UnitOfWork } from '../http/unitOfWork'
import { assign, assignmentBody } from './assignments'
import type { ResourceHooks } from './hooks'
import { accessTo } from './routes'
import { parentsOf, type Scope } from './scope'
import { createRecord, deleteRecord, updateRecord } from './single'

export interface Draft {
  action: 'create' | 'update' | 'delete'
  resource: AnyResource
  /** Later drafts refer to the new record by this id. */
  id?: string | undefined
  parentId?: string | undefined
  data: Readonly<Record<string, unknown>>
}

interface DraftedRecord {
  id: string
  params: Readonly<Record<string, string>>
}

interface DraftContext {
  resources: readonly AnyResource[]
  hooks: Readonly<Record<string, ResourceHooks>>
}

const requireRole = (caller: Caller, { resource, action }: Draft): void => {
  const access = accessTo(resource, action)
  const needed = access.who === 'member' ? access.role : 'superuser'
  if (!hasRole(caller.role, needed)) throw forbidden(needed)
}

const paramsOf = async (
  unit: UnitOfWork,
  { action, resource, id = '', parentId }: Draft,
): Promise<Record<string, string>> => {
  if (resource.scope !== 'tenant' && id !== unit.caller.tenant?.id) throw notFound(resource.label[0].toLowerCase())
  const [parent] = pathParamNames(resource.api)
  if (!parent) return {}
  if (action === 'create') {
    if (!parentId) throw invalidField('parentId', 'validation.required')
    return { [parent]: parentId }
  }
  return parentsOf(unit, resource, id)
}

const apart = (resource: AnyResource, data: Draft['data']) => {
  const assigned = Object.entries(resource.assigns ?? {}).filter(([, { body }]) => Object.hasOwn(data, body))
  const names = new Set(assigned.map(([, { body }]) => body))
  return {
    fields: Object.fromEntries(Object.entries(data).filter(([name]) => !names.has(name))),
    sets: assigned.map(([name, assignment]) => {
      const { ids } = assignmentBody(assignment).read({ [assignment.body]: data[assignment.body] })
      return { name, ids, target: assignment.of().name }
    }),
  }
}

const carryOut = async (unit: UnitOfWork, draft: Draft, { resources, hooks }: DraftContext): Promise<DraftedRecord> => {
  const { action, resource, id = '' } = draft
  if (action !== 'create' && !id) throw invalidField('id', 'validation.required')
  if (id && !isUuid(id)) throw invalidField('id', 'validation.uuid')
  requireRole(unit.caller, draft)
  const params = await paramsOf(unit, draft)
  const own = hooks[resource.name] ?? {}
  const scope: Scope = { resource, hooks: own, resources, caller: unit.caller, params }
  if (action === 'delete') {
    await deleteRecord(unit, scope, id, { ifMatch: null })
    return { id, params }
  }
  // Forms also send members of answers.
  const { fields, sets } = apart(
    resource,
    Object.fromEntries(Object.entries(draft.data).filter(([name]) => !Object.hasOwn(own.extras ?? {}, name))),
  )
  const { id: recordId } =
    action === 'create'
      ? await createRecord(unit, scope, fields)
      : await updateRecord(unit, scope, id, { input: fields, ifMatch: null })
  for (const { name, ids, target } of sets) await assign(unit, scope, name, hooks[target] ?? {}, { id: recordId, ids })
  return { id: recordId, params }
}

const ownMembers = ['id', 'parentId']

const atDraft = (problem: Problem, path: string): Problem => {
  const errors = Object.entries(problem.options.errors ?? {}).map(([name, message]): [string, Message] => [
    ownMembers.includes(name) ? `${path}.${name}` : `${path}.data.${name}`,
    message,
  ])
  if (errors.length === 0) return problem
  if (problem.code === 'validation') return invalid(Object.fromEntries(errors), problem)
  return new Problem(problem.kind, problem.message, { ...problem.options, errors: Object.fromEntries(errors) })
}

/** Replaces ids anywhere in a JSON value. */
const withIds = <T>(value: T, ids: ReadonlyMap<string, string>): T =>
  ids.size === 0
    ? value
    : JSON.parse([...ids].reduce((text, [from, to]) => text.replaceAll(from, to), JSON.stringify(value)))

/**
 * Saves drafts in order, with every check, within `rehearsed`.
 * @returns the records; `real` puts their ids in place of those of drafts, and `drafted` the other way round
 * @throws Problem with its fields at `changes.<index>.data`
 */
export const carryOutDrafts = async (
  unit: UnitOfWork,
  drafts: readonly Draft[],
  context: DraftContext,
): Promise<{ records: DraftedRecord[]; real: <T>(value: T) => T; drafted: <T>(value: T) => T }> => {
  const records: DraftedRecord[] = []
  const ids = new Map<string, string>()
  for (const [index, { resource, ...draft }] of drafts.entries()) {
    try {
      const record = await carryOut(unit, { ...withIds(draft, ids), resource }, context)
      records.push(record)
      // The client's id could reveal another record's.
      if (draft.action === 'create' && draft.id) ids.set(draft.id, record.id)
    } catch (error) {
      const problem = error instanceof Problem ? error : databaseProblem(context.resources, error)
      throw problem ? atDraft(problem, `changes.${index}`) : error
    }
  }
  const draftIds = new Map(Array.from(ids, ([draft, real]) => [real, draft]))
  return { records, real: value => withIds(value, ids), drafted: value => withIds(value, draftIds) }
}
