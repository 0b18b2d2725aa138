import { type Access, type AnyResource, pathParamNames } from '../../../src/schema'
import type { Body } from '../body'
import type { Caller } from '../identity/caller'
import { pluralName, ref, singularName } from '../openapi/schemas'
import { required } from '../queryParams'
import { defineRoute, type Route, type RouteAccess, type RouteRequest } from '../route'
import { type ApiRecord, entityTag } from './apiRecord'
import type { Behaviour } from './behaviour'
import { deleteMany, updateMany } from './bulk'
import { deletabilityMembers, deletabilityOf, manyDeletabilityOf, manyDeletabilitySchema } from './checks'
import { idsParam, listQueryParams, listRecords } from './list'
import { findRecord, findRecords } from './read'
import type { Scope } from './scope'
import { requireParents } from './scope'
import { createRecord, deleteRecord, updateRecord } from './single'

type Operation = 'list' | 'get' | 'usage' | 'usageOfMany' | 'create' | 'update' | 'delete' | 'updateMany' | 'deleteMany'

/** Who may do what with a resource's records, from its declaration. */
export const accessTo = ({ scope, api, access }: AnyResource, operation: Operation): RouteAccess => {
  const isRead = operation === 'list' || operation === 'get'
  // Who may delete may know what stands in the way.
  const isDelete = ['delete', 'deleteMany', 'usage', 'usageOfMany'].includes(operation)
  const roleIn = ({ read, write, delete: remove }: Access) => (isRead ? read : isDelete ? (remove ?? write) : write)

  if (scope === 'tenant') {
    const tenant = pathParamNames(api).includes('tenantId') ? { param: 'tenantId' } : { header: 'X-Tenant-ID' as const }
    return { who: 'member', role: roleIn(access), tenant }
  }
  if (access.ownTenant) {
    // A list of tenants is cut down to the caller's own.
    if (operation === 'list') return { who: 'signedIn' }
    if (operation === 'get' || operation === 'update') {
      return { who: 'member', role: roleIn(access.ownTenant), tenant: { param: 'id' } }
    }
  }
  return { who: 'superuser' }
}

/**
 * What a request writes, checked against the declaration where the record is known.
 * @param ignored what an answer has beside the declared fields: forms send back whole records
 */
export const recordBody = (schemaName: string, ignored: readonly string[]): Body<Record<string, unknown>> => ({
  schema: ref(schemaName),
  read: json => Object.fromEntries(Object.entries(json).filter(([name]) => !ignored.includes(name))),
})

const etag = { ETag: { description: 'The version of the record, for `If-Match`', schema: { type: 'string' as const } } }
export const ifMatchHeader = {
  'If-Match': {
    description: 'The `ETag` of the record as it was read; 412 when it was changed since',
    schema: { type: 'string' as const, examples: ['"3"'] },
  },
}
const total = {
  'X-Total-Count': { description: 'How many records there are on all pages', schema: { type: 'integer' as const } },
}

/** A record with its entity tag. */
export const recordAnswer = <S extends 200 | 201>(status: S, record: ApiRecord) => ({
  status,
  body: record,
  headers: { ETag: entityTag(record) },
})

type AnyRequest = Pick<RouteRequest<unknown, RouteAccess, unknown, unknown>, 'services'> & {
  params: unknown
  caller: Caller | null
}

/** The records that a request is about. */
export const scopeOf = (
  resource: AnyResource,
  behaviour: Behaviour,
  { params, caller, services }: AnyRequest,
): Scope => ({
  resource,
  behaviour,
  resources: services.resources,
  // A resource is never open to anyone (`accessTo`).
  caller: caller as Caller,
  params: params as Record<string, string>,
})

/** The calls of a declared resource. `without` names those that are written by hand. */
export const resourceRoutes = (
  resource: AnyResource,
  behaviour: Behaviour = {},
  { without = [] }: { without?: readonly Operation[] } = {},
): Route[] => {
  const tag = resource.label[1]
  const [one, many] = [resource.label[0].toLowerCase(), resource.label[1].toLowerCase()]
  const [singular, plural] = [singularName(resource), pluralName(resource)]
  const path: string = resource.api
  const recordPath = `${path}/{id}` as const
  const scope = (request: AnyRequest) => scopeOf(resource, behaviour, request)
  const record = ref(singular)
  const ignored = Object.keys(behaviour.extras ?? {})
  const bulkAnswer = {
    status: 200 as const,
    description: 'What became of each record',
    schema: { type: 'array' as const, items: ref('BulkResult') },
  }
  const ids = { ids: required(idsParam) }

  const routes: Record<Operation, Route> = {
    list: defineRoute({
      method: 'GET',
      path,
      access: accessTo(resource, 'list'),
      tag,
      operationId: `list${plural}`,
      summary: `A page of ${many}`,
      query: listQueryParams(resource, behaviour),
      answer: { status: 200, description: 'The page', schema: { type: 'array', items: record }, headers: total },
      handler: async request => {
        const { records, total } = await request.read(db => listRecords(db, scope(request), request.query))
        return { status: 200, body: records, headers: { 'X-Total-Count': String(total) } }
      },
    }),
    get: defineRoute({
      method: 'GET',
      path: recordPath,
      access: accessTo(resource, 'get'),
      tag,
      operationId: `get${singular}`,
      summary: `One ${one}`,
      answer: { status: 200, description: `The ${one}`, schema: record, headers: etag },
      handler: async request =>
        recordAnswer(200, await request.read(db => findRecord(db, scope(request), request.params.id))),
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
        schema: { type: 'object', properties: deletabilityMembers, required: Object.keys(deletabilityMembers) },
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
        schema: manyDeletabilitySchema,
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
    create: defineRoute({
      method: 'POST',
      path,
      access: accessTo(resource, 'create'),
      tag,
      operationId: `create${singular}`,
      summary: `Make a ${one}`,
      body: recordBody(`${singular}Draft`, ignored),
      answer: { status: 201, description: `The new ${one}`, schema: record, headers: etag },
      handler: async request =>
        recordAnswer(201, await request.write(unit => createRecord(unit, scope(request), request.body))),
    }),
    update: defineRoute({
      method: 'PATCH',
      path: recordPath,
      access: accessTo(resource, 'update'),
      tag,
      operationId: `update${singular}`,
      summary: `Change fields of a ${one}`,
      headers: ifMatchHeader,
      body: recordBody(`${singular}Changes`, ignored),
      answer: { status: 200, description: `The ${one} as it is now`, schema: record, headers: etag },
      handler: async request => {
        const changes = { input: request.body, ifMatch: request.headers.get('if-match') }
        return recordAnswer(
          200,
          await request.write(unit => updateRecord(unit, scope(request), request.params.id, changes)),
        )
      },
    }),
    delete: defineRoute({
      method: 'DELETE',
      path: recordPath,
      access: accessTo(resource, 'delete'),
      tag,
      operationId: `delete${singular}`,
      summary: `Delete a ${one}`,
      headers: ifMatchHeader,
      answer: { status: 204, description: 'It is gone' },
      handler: async request => {
        const options = { ifMatch: request.headers.get('if-match') }
        await request.write(unit => deleteRecord(unit, scope(request), request.params.id, options))
        return { status: 204 }
      },
    }),
    updateMany: defineRoute({
      method: 'PATCH',
      path,
      access: accessTo(resource, 'updateMany'),
      tag,
      operationId: `update${plural}`,
      summary: `Make the same changes to many ${many}`,
      query: ids,
      body: recordBody(`${singular}Changes`, ignored),
      answer: bulkAnswer,
      handler: async request => ({
        status: 200,
        body: await request.write(unit => updateMany(unit, scope(request), request.query.ids, request.body)),
      }),
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
  }
  const left = new Set<string>(without)
  if (resource.read === 'fromList') left.add('get')
  return Object.entries(routes).flatMap(([operation, route]) => (left.has(operation) ? [] : [route]))
}
