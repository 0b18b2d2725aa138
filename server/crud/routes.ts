import {
  answerSchema,
  type CallAccess,
  deletabilitySchema,
  manyDeletabilitySchema,
  param,
  pluralName,
  recordBody,
  ref,
  required,
  singularName,
} from '../../src/contract'
import {
  type Access,
  type AnyResource,
  type ApiScopeName,
  inSentence,
  pathParamNames,
  type Role,
  tabsOf,
} from '../../src/schema'
import { ruleSentence } from '../../src/schema/rows'
import type { ApiRecord } from '../audit/change'
import type { Transaction } from '../db/database'
import { entityTag } from '../http/answer'
import type { Caller } from '../http/identity/caller'
import { Reply } from '../http/implement'
import { defineRoute, type Route, type RouteRequest } from '../http/route'
import type { Services } from '../http/services'
import { bulkAnswer, deleteMany, dryRunParam, rehearsed, updateMany } from './bulk'
import { deletabilityOf, manyDeletabilityOf } from './checks'
import { defineList } from './defineList'
import type { ResourceHooks } from './hooks'
import { listRecords, summedParams } from './list'
import { findOpened, openedIn } from './opened'
import type { Condition, Scope } from './scope'
import { findRecord, findRecords, requireParents } from './scope'
import { createRecord, deleteRecord, updateRecord } from './single'
import { sumList, sumsAnswer, sumsOf } from './sums'

export type Operation =
  | 'list'
  | 'tabs'
  | 'sums'
  | 'get'
  | 'usage'
  | 'usageOfMany'
  | 'create'
  | 'update'
  | 'delete'
  | 'updateMany'
  | 'deleteMany'

const writing: readonly Operation[] = ['usage', 'usageOfMany', 'create', 'update', 'delete', 'updateMany', 'deleteMany']

const reading: readonly Operation[] = ['list', 'tabs', 'sums', 'get']

const deleting: readonly Operation[] = ['delete', 'deleteMany', 'usage', 'usageOfMany']

export const rowsText = (resource: AnyResource, operation: Operation): string =>
  (writing.includes(operation) ? (['read', 'write'] as const) : (['read'] as const))
    .flatMap(use => ruleSentence(resource, use) ?? [])
    .join(' ')

/** The access that a generated operation requires, for a route that replaces it. */
export const accessTo = ({ scope, api, access }: AnyResource, operation: Operation): CallAccess => {
  const isRead = reading.includes(operation)
  // Only callers who may delete see the obstacles.
  const isDelete = deleting.includes(operation)
  const roleIn = ({ read, write, create, delete: remove }: Access): Role => {
    const ofWriting = operation === 'create' ? (create ?? write) : isDelete ? (remove ?? write) : write
    const needed = isRead ? read : ofWriting
    // `resourceRoutes` makes no route for 'nobody'.
    return needed === 'nobody' ? 'superuser' : needed
  }

  if (scope === 'tenant') {
    const tenant = pathParamNames(api).includes('tenantId') ? { param: 'tenantId' } : { header: 'X-Tenant-ID' as const }
    return { who: 'member', role: roleIn(access), tenant }
  }
  if (access.ownTenant) {
    // The list of tenants is narrowed to the caller's own.
    if (operation === 'list') return { who: 'signedIn' }
    if (operation === 'get' || operation === 'update') {
      return { who: 'member', role: roleIn(access.ownTenant), tenant: { param: 'id' } }
    }
  }
  return { who: 'superuser' }
}

export const scopesTo = (resource: AnyResource, operation: Operation): readonly ApiScopeName[] | undefined => {
  if (accessTo(resource, operation).who !== 'member') return undefined
  const isRead = reading.includes(operation)
  return resource.apiScopes?.[isRead ? 'read' : 'write']
}

/** A record as a `defineRoute` answer, with its `ETag`. */
export const recordAnswer = <S extends 200 | 201>(status: S, record: ApiRecord, opened: readonly string[] = []) => ({
  status,
  body: record,
  headers: { ETag: entityTag(record) },
  opened,
})

/** A record as an `implement` answer, with its `ETag`. */
export const recordReply = <T extends ApiRecord>(record: T): Reply<T> => new Reply(record, { ETag: entityTag(record) })

type AnyRequest = {
  services: Pick<Services, 'resources' | 'now'>
  params: unknown
  caller: Caller | null
}

/**
 * The scope of a request: the records that it may reach.
 *
 * @example
 * const room = await findRecord(db, scopeOf(rooms, roomsHooks, request), request.params.id)
 */
export const scopeOf = <R extends AnyResource>(
  resource: R,
  hooks: ResourceHooks,
  { params, caller, services }: AnyRequest,
): Scope<R> => ({
  resource,
  hooks,
  resources: services.resources,
  // Never null: no resource is public (`accessTo`).
  caller: caller as Caller,
  params: params as Record<string, string>,
})

type Asking = Pick<RouteRequest<unknown, CallAccess, unknown, unknown>, 'read'> & { services: Pick<Services, 'now'> }

const described = async (
  db: Transaction,
  { hooks, caller }: Scope,
  { services }: { services: Pick<Services, 'now'> },
  records: readonly ApiRecord[],
): Promise<readonly ApiRecord[]> =>
  hooks.described ? hooks.described({ db, caller, now: services.now() }, records) : records

const describedOne = async (
  db: Transaction,
  scope: Scope,
  request: { services: Pick<Services, 'now'> },
  record: ApiRecord,
): Promise<ApiRecord> => (await described(db, scope, request, [record]))[0] ?? record

const pageOf = async (
  request: Asking,
  scope: Scope,
  query: Readonly<Record<string, unknown>>,
  conditions: readonly Condition[],
): Promise<{ records: readonly ApiRecord[]; total: number }> => {
  // A superuser who administers a tenant acts as the platform, which no rule's policy limits.
  const isLimited = scope.resource.scope === 'tenant' && !pathParamNames(scope.resource.api).includes('tenantId')
  if (!scope.hooks.described) return listRecords(request.read, scope, query, conditions, { isLimited })
  return request.read(async db => {
    const { records, total } = await listRecords(work => work(db), scope, query, conditions, { isLimited })
    return { records: await described(db, scope, request, records), total }
  })
}

const subjectOf = (resource: AnyResource, hooks: ResourceHooks) => {
  const path: string = resource.api
  const scope = (request: AnyRequest) => scopeOf(resource, hooks, request)
  return {
    list: defineList(resource, { scope, hooks }),
    resource,
    hooks,
    tag: resource.label[1],
    one: inSentence(resource.label[0]),
    many: inSentence(resource.label[1]),
    singular: singularName(resource),
    plural: pluralName(resource),
    path,
    recordPath: `${path}/{id}` as const,
    scope,
    record: ref(singularName(resource)),
    ignored: Object.keys(hooks.extras ?? {}),
    ids: { ids: required(param('ids', 'Only the records with these ids')) },
  }
}

type Subject = ReturnType<typeof subjectOf>

const listRoutesOf = ({ resource, tag, many, plural, path, scope, list }: Subject) => ({
  list: defineRoute({
    method: 'GET',
    path,
    access: accessTo(resource, 'list'),
    tag,
    operationId: `list${plural}`,
    summary: `A page of ${many}`,
    query: list.params,
    answer: list.answer,
    handler: async request => {
      const { query } = request
      const { records, total } = await pageOf(request, scope(request), query, list.conditionsOf(request, query))
      return { status: 200, body: records, headers: { 'X-Total-Count': String(total) } }
    },
  }),
  tabs: defineRoute({
    method: 'GET',
    path: `${path}/tabs`,
    access: accessTo(resource, 'list'),
    tag,
    operationId: `count${plural}ByTab`,
    summary: `How many ${many} each part of the list has`,
    ...list.tabs,
    handler: async request => ({
      status: 200,
      body: await request.read(db => list.countTabs(db, request, request.query)),
    }),
  }),
  sums: defineRoute({
    method: 'GET',
    path: `${path}/sums`,
    access: accessTo(resource, 'list'),
    tag,
    operationId: `sum${plural}`,
    summary: `What numbers of ${many} come to, over the whole list`,
    query: summedParams(list.params),
    answer: sumsAnswer,
    handler: async request => ({
      status: 200,
      body: await request.read(db => sumList(db, scope(request), list.conditionsOf(request, request.query))),
    }),
  }),
})

const getRoutes = (subject: Subject) => {
  const { resource, hooks, tag, one, many, singular, plural, path, recordPath, scope, record, ids } = subject
  return {
    get: defineRoute({
      method: 'GET',
      path: recordPath,
      access: accessTo(resource, 'get'),
      tag,
      operationId: `get${singular}`,
      summary: `One ${one}`,
      answer: { status: 200, description: `The ${one}`, schema: record, headers: 'ETag' },
      handler: async request => {
        const { record: found, opened } = await request.read(
          async db => {
            const one = await findOpened(db, scope(request), request.params.id)
            return { ...one, record: await describedOne(db, scope(request), request, one.record) }
          },
          { single: !hooks.described },
        )
        return recordAnswer(200, found, opened.read)
      },
    }),
    usage: defineRoute({
      method: 'GET',
      path: `${recordPath}/usage`,
      access: accessTo(resource, 'usage'),
      tag,
      operationId: `get${singular}Usage`,
      summary: `What would keep a ${one} from being deleted`,
      answer: {
        status: 200,
        description: 'What uses it',
        schema: answerSchema(deletabilitySchema),
      },
      handler: async request => {
        const body = await request.read(async db => {
          const found = await findRecord(db, scope(request), request.params.id)
          return deletabilityOf({ db, caller: scope(request).caller }, scope(request), found)
        })
        return { status: 200, body }
      },
    }),
    usageOfMany: defineRoute({
      method: 'GET',
      path: `${path}/usage`,
      access: accessTo(resource, 'usageOfMany'),
      tag,
      operationId: `get${plural}Usage`,
      summary: `What would keep which of many ${many} from being deleted`,
      query: ids,
      answer: {
        status: 200,
        description: 'Those that have to stay, and what goes along with the others',
        schema: answerSchema(manyDeletabilitySchema),
      },
      handler: async request => {
        const { caller } = scope(request)
        const body = await request.read(async db => {
          const found = await findRecords(db, scope(request), request.query.ids)
          if (found.length === 0) await requireParents(db, scope(request))
          return manyDeletabilityOf({ db, caller }, scope(request), found)
        })
        return { status: 200, body }
      },
    }),
  }
}

const created = async <R extends AnyResource>(
  request: AnyRequest & { services: Pick<Services, 'site' | 'now'> } & Pick<
      RouteRequest<unknown, CallAccess, unknown, Record<string, unknown>>,
      'body' | 'write' | 'isRepeated'
    >,
  scope: Scope<R>,
) => {
  const once = scope.hooks.shownOnce?.make(request.services)
  if (!once)
    return recordAnswer(
      201,
      await request.write(async unit =>
        describedOne(unit.db, scope, request, await createRecord(unit, scope, request.body)),
      ),
    )
  const record = await request.write(async unit => {
    const hooks = { ...scope.hooks, ...(once.columns && { columns: once.columns }) }
    const made = await createRecord(unit, { ...scope, hooks }, request.body)
    await once.store(unit, made)
    return made
  })
  const answer = recordAnswer(201, record)
  return request.isRepeated() ? answer : { ...answer, shownOnce: once.shown }
}

const writeRoutes = ({ resource, hooks, tag, one, singular, path, recordPath, scope, record, ignored }: Subject) => ({
  create: defineRoute({
    method: 'POST',
    path,
    access: accessTo(resource, 'create'),
    tag,
    operationId: `create${singular}`,
    summary: `Make a ${one}`,
    body: recordBody(`${singular}Draft`, ignored),
    answer: {
      status: 201,
      description: `The ${one}`,
      schema: hooks.shownOnce
        ? { allOf: [record, { type: 'object', properties: { ...hooks.shownOnce.schema } }] }
        : record,
      headers: 'ETag',
    },
    handler: request => created(request, scope(request)),
  }),
  update: defineRoute({
    method: 'PATCH',
    path: recordPath,
    access: accessTo(resource, 'update'),
    tag,
    operationId: `update${singular}`,
    summary: `Change fields of a ${one}`,
    headers: 'If-Match',
    body: recordBody(`${singular}Changes`, ignored),
    answer: { status: 200, description: `The ${one}`, schema: record, headers: 'ETag' },
    handler: async request => {
      const changes = { input: request.body, ifMatch: request.headers.get('if-match') }
      const { id } = request.params
      const { after, opened } = await request.write(async unit => {
        const written = await updateRecord(unit, scope(request), id, changes)
        return {
          after: await describedOne(unit.db, scope(request), request, written),
          opened: await openedIn(unit.db, scope(request), id),
        }
      })
      return recordAnswer(200, after, opened.read)
    },
  }),
  delete: defineRoute({
    method: 'DELETE',
    path: recordPath,
    access: accessTo(resource, 'delete'),
    tag,
    operationId: `delete${singular}`,
    summary: `Delete a ${one}`,
    headers: 'If-Match',
    answer: { status: 204, description: 'It is gone' },
    handler: async request => {
      const options = { ifMatch: request.headers.get('if-match') }
      await request.write(unit => deleteRecord(unit, scope(request), request.params.id, options))
      return { status: 204 }
    },
  }),
})

const bulkRoutes = ({ resource, tag, many, singular, plural, path, scope, ignored, ids }: Subject) => ({
  updateMany: defineRoute({
    method: 'PATCH',
    path,
    access: accessTo(resource, 'updateMany'),
    tag,
    operationId: `update${plural}`,
    summary: `Make the same changes to many ${many}`,
    query: { ...ids, dryRun: dryRunParam },
    body: recordBody(`${singular}Changes`, ignored),
    answer: bulkAnswer,
    handler: async request => {
      const { ids, dryRun } = request.query
      const body = await request.write(unit => {
        const work = () => updateMany(unit, scope(request), ids, request.body)
        return dryRun ? rehearsed(unit, work) : work()
      })
      return { status: 200, body }
    },
  }),
  deleteMany: defineRoute({
    method: 'DELETE',
    path,
    access: accessTo(resource, 'deleteMany'),
    tag,
    operationId: `delete${plural}`,
    summary: `Delete many ${many}`,
    query: ids,
    answer: bulkAnswer,
    handler: async request => ({
      status: 200,
      body: await request.write(unit => deleteMany(unit, scope(request), request.query.ids)),
    }),
  }),
})

export const listRoutes = (resource: AnyResource, hooks: ResourceHooks): Record<'list' | 'tabs' | 'sums', Route> =>
  listRoutesOf(subjectOf(resource, hooks))

const listElsewhere = (resource: AnyResource, hooks: ResourceHooks, path: `/${string}`): Route => {
  const subject = subjectOf({ ...resource, api: path }, hooks)
  const { list } = listRoutesOf(subject)
  const by = pathParamNames(path).map(name => name[0]?.toUpperCase() + name.slice(1).replace(/Id$/, ''))
  return {
    ...list,
    access: { who: 'superuser' },
    operationId: `${list.operationId}Of${by.join('')}`,
    summary: `A page of ${subject.many} of all tenants`,
  }
}

export const resourceRoutes = (
  resource: AnyResource,
  hooks: ResourceHooks = {},
  { without = [] }: { without?: readonly Operation[] } = {},
): Route[] => {
  const subject = subjectOf(resource, hooks)
  const routes: Record<Operation, Route> = {
    ...listRoutesOf(subject),
    ...getRoutes(subject),
    ...writeRoutes(subject),
    ...bulkRoutes(subject),
  }
  const listed = resource.alsoListedAt ? [listElsewhere(resource, hooks, resource.alsoListedAt)] : []
  const { write, delete: mayDelete } = resource.access
  const closed = mayDelete ? writing.filter(operation => !deleting.includes(operation)) : writing
  const left = new Set<string>(write === 'nobody' ? [...without, ...closed] : without)
  if (resource.read === 'fromList') left.add('get')
  if (tabsOf(resource).length === 0) left.add('tabs')
  if (sumsOf(resource).length === 0) left.add('sums')
  const generated = Object.entries(routes).flatMap(([operation, route]) => {
    const description = rowsText(resource, operation as Operation)
    return left.has(operation)
      ? []
      : [{ ...route, ...(description && { description }), scopes: scopesTo(resource, operation as Operation) }]
  })
  return [...generated, ...listed]
}
