import { type Body, type CallAccess, fieldsBody, param, ref, required, singularName } from '../../src/contract'
import {
  type AnyResource,
  type ApiScopeName,
  actionRole,
  actionSegment,
  actionsOf,
  answered,
  type DeclaredAction,
  flag,
  isAlwaysRequired,
  isOffered,
  literalsOf,
  pathParamNames,
  type Role,
  undoName,
} from '../../src/schema'
import type { ApiRecord } from '../audit/change'
import { refusal } from '../http/problem'
import { defineRoute, type Route } from '../http/route'
import type { UnitOfWork } from '../http/unitOfWork'
import { withStarts } from './around'
import { attemptEach, bulkAnswer, dryRunParam, rehearsed } from './bulk'
import { requireVersion } from './checks'
import { createdBy, isDone, setAlong, setFields } from './declaredActions'
import type { ActionInput, ActionRequest, ActionWork, CollectionWork, ResourceHooks } from './hooks'
import { openedIn } from './opened'
import { recordAnswer, rowsText, scopeOf } from './routes'
import { requireWritable } from './rows'
import { findRecord, requireParents } from './scope'

interface Callable {
  resource: AnyResource
  hooks: ResourceHooks
  allHooks: Readonly<Record<string, ResourceHooks>>
  name: string
  action: DeclaredAction
}

const askedOf = (action: DeclaredAction, input: ActionInput) => (isTakenBack(action, input) && action.undo) || action

const lockFirst = async ({ hooks, action }: Callable, unit: UnitOfWork, input: ActionInput, ids: readonly string[]) =>
  hooks.lockFirst?.(unit, literalsOf(askedOf(action, input).sets), ids)

const perform = async (
  callable: Callable,
  request: ActionRequest,
  unit: UnitOfWork,
  id: string,
  { input: given, ifMatch }: { input: ActionInput; ifMatch: string | null },
): Promise<ApiRecord> => {
  const { resource, hooks, allHooks, action } = callable
  const input = await withStarts(unit, action.input, given)
  const isUndo = isTakenBack(action, input)
  const asked = askedOf(action, input)
  const scope = scopeOf(resource, hooks, request)
  const record = await findRecord(unit.db, scope, id, { lock: true })
  await requireWritable(unit.db, scope, id)
  await requireVersion(unit.db, scope, record, ifMatch)
  if (isDone(asked, record, input)) return record
  const now = request.services.now()
  const current = hooks.at?.(record, now) ?? record
  if (!isOffered(asked, current, now)) {
    const call = { name: callable.name, isUndo }
    if (hooks.isDoneAlong?.(unit, record, call)) return record
    throw hooks.notOffered?.(current, call, now) ?? refusal('wrong_status', 'refusal.notOffered')
  }
  if (!action.isCoded) {
    const doing = { unit, scope, record, input, allHooks }
    await setAlong(doing, asked)
    const created = await createdBy(doing, asked)
    const after = await setFields(doing, asked.sets)
    return (action.answers === 'created' && created) || after
  }
  return functionOf<ActionWork>(callable)({ unit, scope, request, record, input, isUndo })
}

/** `hookProblems` has already reported a missing function. */
const functionOf = <W>({ resource, hooks, name }: Callable): W => {
  const work = hooks.actions?.[name]
  if (!work) throw new Error(`The server has no function for ${resource.name}.${name}.`)
  return work as W
}

const note = (unit: UnitOfWork, { name, action }: Callable, input: ActionInput): void => {
  unit.via = isTakenBack(action, input) ? undoName(name) : name
  unit.reason = typeof input.reason === 'string' ? input.reason : null
}

const isTakenBack = ({ undo }: DeclaredAction, input: ActionInput): boolean => undo !== undefined && input.undo === true

const bodyOf = ({
  hooks,
  name,
  action: { input, check, undo, conditions },
}: Callable): { body?: Body<ActionInput> } => {
  const fields = { ...(undo && { undo: flag({ help: 'Take it back.' }) }), ...input }
  const extend = hooks.actionBodies?.[name]
  if (Object.keys(fields).length === 0 && !extend) return {}
  // The stored record may supply conditionally required values.
  const always = Object.keys(fields).filter(one => isAlwaysRequired({ fields, conditions }, one))
  const needed = Object.fromEntries(always.map(one => [one, { required: true }]))
  const body = fieldsBody(fields, check as never, needed) as Body<ActionInput>
  return { body: extend?.(body) ?? body }
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const accessOf = ({ scope, api, access }: AnyResource, role: Role, isOnRecord: boolean): Described['access'] => {
  if (scope === 'tenant') {
    const tenant = pathParamNames(api).includes('tenantId') ? { param: 'tenantId' } : { header: 'X-Tenant-ID' as const }
    return { who: 'member', role, tenant }
  }
  return access.ownTenant && isOnRecord ? { who: 'member', role, tenant: { param: 'id' } } : { who: 'superuser' }
}

interface Described {
  operationId?: string
  access: Extract<CallAccess, { who: 'member' | 'superuser' }>
  scopes: readonly ApiScopeName[] | undefined
  tag: string
  summary: string
  description?: string
}

const describing = (sentences: readonly (string | undefined)[]): { description?: string } => {
  const description = sentences.filter(Boolean).join(' ')
  return description ? { description } : {}
}

const describe = ({ resource, action }: Callable, isOnRecord = false): Described => ({
  access: accessOf(resource, actionRole(resource, action), isOnRecord),
  scopes: resource.scope === 'tenant' ? resource.apiScopes?.write : undefined,
  tag: resource.label[1],
  summary: `${action.label} (${lowerFirst(resource.label[action.on === 'collection' ? 1 : 0])})`,
  ...describing([action.confirm, isOnRecord || action.on === 'many' ? rowsText(resource, 'update') : '']),
  ...action.docs,
})

const done = { status: 204, description: 'It is done' } as const

const recordRoute = (callable: Callable): Route => {
  const { resource, hooks, name, action } = callable
  const one = singularName(resource)
  const status = action.answers === 'created' ? 201 : 200
  return defineRoute({
    operationId: `${name}${one}`,
    ...describe(callable, true),
    method: 'POST',
    path: `${resource.api}/{id}/${actionSegment(name)}` as '/x/{id}/x',
    headers: 'If-Match',
    ...bodyOf(callable),
    ...(hooks.actionsAlsoWrong?.[name] && { alsoWrong: hooks.actionsAlsoWrong[name] }),
    answer:
      action.answers === 'nothing'
        ? done
        : {
            status,
            description: status === 201 ? 'The new record' : 'The record as it is then',
            schema: ref(singularName(answered(resource, action))),
            headers: 'ETag',
          },
    handler: async request => {
      const input = request.body ?? {}
      const of = { input, ifMatch: request.headers.get('if-match') }
      let opened: readonly string[] = []
      const work = () =>
        request.write(async unit => {
          note(unit, callable, input)
          await lockFirst(callable, unit, input, [request.params.id])
          const after = await perform(callable, request as ActionRequest, unit, request.params.id, of)
          // A coded action may answer another record, whose restricted fields stay closed.
          if (action.answers === undefined && after.id === request.params.id)
            opened = (await openedIn(unit.db, scopeOf(resource, hooks, request), after.id)).read
          return after
        })
      const around = hooks.aroundAction
      const record = await (around ? around(request as ActionRequest, work, callable.name) : work())
      if (action.answers === 'nothing') return { status: 204 }
      return request.body?.dryRun === true ? { status, body: record } : recordAnswer(status, record, opened)
    },
  })
}

const manyRoute = (callable: Callable): Route => {
  const { resource, name } = callable
  return defineRoute({
    ...describe(callable),
    method: 'POST',
    path: `${resource.api}/${actionSegment(name)}`,
    operationId: `${name}${pascal(resource.name)}`,
    query: { ids: required(param('ids', 'Only the records with these ids')), dryRun: dryRunParam },
    ...bodyOf(callable),
    answer: bulkAnswer,
    handler: async request => {
      const { ids, dryRun } = request.query
      const of = { input: request.body ?? {}, ifMatch: null }
      const body = await request.write(async unit => {
        note(unit, callable, of.input)
        const scope = scopeOf(resource, callable.hooks, request)
        await requireParents(unit.db, scope)
        const work = async () => {
          await lockFirst(callable, unit, of.input, ids)
          return attemptEach(unit, scope, ids, id => perform(callable, request as ActionRequest, unit, id, of))
        }
        return dryRun ? rehearsed(unit, work) : work()
      })
      return { status: 200, body }
    },
  })
}

const collectionRoute = (callable: Callable): Route => {
  const { resource, hooks, name, action } = callable
  const isMaking = action.answers === 'created'
  return defineRoute({
    ...describe(callable),
    method: 'POST',
    path: `${resource.api}/${actionSegment(name)}`,
    operationId: `${name}${pascal(resource.name)}`,
    ...bodyOf(callable),
    answer: isMaking
      ? {
          status: 201,
          description: 'The new record',
          schema: ref(singularName(answered(resource, action))),
          headers: 'ETag',
        }
      : done,
    handler: async request => {
      const made = await request.write(async unit => {
        const input = await withStarts(unit, action.input, request.body ?? {})
        note(unit, callable, input)
        const scope = scopeOf(resource, hooks, request)
        await requireParents(unit.db, scope)
        if (!action.isCoded) return createdBy({ unit, scope, record: null, input, allHooks: callable.allHooks }, action)
        const call = { unit, scope, request: request as ActionRequest, input, isUndo: false }
        return functionOf<CollectionWork>(callable)(call)
      })
      return isMaking && made ? recordAnswer(201, made) : { status: 204 }
    },
  })
}

export const actionRoutes = (resource: AnyResource, allHooks: Readonly<Record<string, ResourceHooks>>): Route[] =>
  actionsOf(resource).flatMap(([name, action]) => {
    const callable = { resource, hooks: allHooks[resource.name] ?? {}, allHooks, name, action }
    if (action.calledBy) return []
    if (action.on === 'collection') return [collectionRoute(callable)]
    return action.on === 'many' ? [manyRoute(callable), recordRoute(callable)] : [recordRoute(callable)]
  })
