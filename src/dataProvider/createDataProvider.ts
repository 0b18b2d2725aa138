import type { QueryClient } from '@tanstack/react-query'
import { type DataProvider, HttpError, type RaRecord } from 'ra-core'
import { resourceNamed } from '../resources'
import { type AnyResource, fillPath, inputNames, type PathParams, pathParamNames, sameValue } from '../schema'
import type { ApiRequest, HttpClient } from './httpClient'
import { type ApiRecord, type ListRequest, shapeList } from './shapeList'

type Params = Readonly<Record<string, unknown>>
interface Call {
  meta?: Params | undefined
  signal?: AbortSignal | undefined
}

/** The answer of one record in a bulk call. */
interface BulkResult {
  id: string
  ok: boolean
  code?: string
  detail?: string
}

/** What a call carries: the parameters of its path, when it has any, do not go missing. */
type PathRequest<P extends string> =
  unknown extends PathParams<P>
    ? [request?: ApiRequest & { params?: Params }]
    : [request: ApiRequest & { params: PathParams<P> }]

export interface SlotwiseDataProvider extends DataProvider {
  /** A call beyond CRUD, such as `call('POST', '/schedules/{id}/generate', { params: { id }, body })`. */
  call<const P extends string>(method: string, path: P, ...request: PathRequest<P>): Promise<unknown>
  /** A page of what is not a resource's list; the total is the number of rows where the API answers all there are. */
  page<const P extends string>(path: P, ...request: PathRequest<P>): Promise<{ data: unknown[]; total: number }>
}

interface DataProviderOptions {
  http: HttpClient
  /** Keeps whole lists that the API does not page. */
  queryClient: QueryClient
}

/** Path parameters given as react-admin's `meta`, or for a list of children as a filter. */
const collectionPath = (resource: AnyResource, params: Params | undefined): string =>
  fillPath(resource.api, params ?? {})

const recordPath = (resource: AnyResource, params: Params | undefined, id: unknown): string =>
  `${collectionPath(resource, params)}/${encodeURIComponent(String(id))}`

/** What of `data` the API takes, and of that only what differs from `before`. */
export const changesOf = (resource: AnyResource, data: Params, before: Params | undefined): Params =>
  Object.fromEntries(
    inputNames(resource)
      .filter(name => data[name] !== undefined && !(before && name in before && sameValue(data[name], before[name])))
      .map(name => [name, data[name]]),
  )

/** `meta.tenantId` names the tenant of records whose path does not, when it may not be the current one. */
const tenantHeader = (resource: AnyResource, meta: Params | undefined): Record<string, string> =>
  resource.scope === 'tenant' &&
  typeof meta?.tenantId === 'string' &&
  !pathParamNames(resource.api).includes('tenantId')
    ? { 'X-Tenant-ID': meta.tenantId }
    : {}

const versionHeader = (before: Params | undefined): Record<string, string> =>
  typeof before?.version === 'number' ? { 'If-Match': `"${before.version}"` } : {}

const asRecord = (data: unknown): RaRecord => {
  if (typeof data === 'object' && data !== null && 'id' in data) return data as RaRecord
  throw new HttpError('Unknown error', 0, { code: 'unexpected_answer' })
}

const asRecords = (data: unknown): ApiRecord[] => {
  if (data === undefined || data === null) return []
  if (Array.isArray(data)) return data as ApiRecord[]
  throw new HttpError('Unknown error', 0, { code: 'unexpected_answer' })
}

const failuresOf = (data: unknown): BulkResult[] =>
  Array.isArray(data) ? (data as BulkResult[]).filter(({ ok }) => !ok) : []

/** Some records of a bulk call were refused; the others are done. */
const bulkError = (failures: readonly BulkResult[], total: number): HttpError => {
  const reasons = Array.from(new Set(failures.map(({ detail }) => detail).filter(Boolean)))
  return new HttpError(`${failures.length} of ${total} failed: ${reasons.join(' ')}`, 409, { failures, total })
}

/** react-admin's verbs as calls of the product API; every path comes from the declarations (architecture.md §4). */
export const createDataProvider = ({ http, queryClient }: DataProviderOptions): SlotwiseDataProvider => {
  /** Under react-admin's own key for lists, so that whatever refreshes those refreshes this. */
  const wholeListKey = (resource: AnyResource, path: string, narrowing: Params) => [
    resource.name,
    'getList',
    'raw',
    path,
    narrowing,
  ]

  const freshRecords = (resource: AnyResource, path: string, narrowing: Params): ApiRecord[] | undefined => {
    const known = queryClient.getQueryState<ApiRecord[]>(wholeListKey(resource, path, narrowing))
    const isFresh = known && !known.isInvalidated && Date.now() - known.dataUpdatedAt < (resource.freshFor ?? 30) * 1000
    return isFresh ? known.data : undefined
  }

  /** One page, whether the API pages (X-Total-Count) or answers everything at once. */
  const list = async (resource: AnyResource, request: ListRequest, { meta, signal }: Call) => {
    const path = collectionPath(resource, meta)
    const { filter, ...paging } = request
    // An API that does not page may filter all the same: what it answered to a filter is not the whole list.
    const headers = tenantHeader(resource, meta)
    const narrowing = { ...(request.q && { q: request.q }), ...filter, ...headers }
    // A list that turned out not to be paged is asked for once, and shaped here from then on.
    const kept = freshRecords(resource, path, headers) ?? freshRecords(resource, path, narrowing)
    if (kept) return shapeList(resource, kept, request)
    const answer = await http('GET', path, {
      query: { ...paging, ...(filter as ApiRequest['query']) },
      headers,
      signal,
    })
    const records = asRecords(answer.data)
    const total = answer.headers.get('X-Total-Count')
    if (total !== null) return { data: records, total: Number(total) }
    queryClient.setQueryData(wholeListKey(resource, path, narrowing), records)
    return shapeList(resource, records, request)
  }

  /** All records with these ids, in one request a hundred. */
  const many = async (resource: AnyResource, ids: readonly unknown[], call: Call): Promise<ApiRecord[]> => {
    const found: ApiRecord[] = []
    for (let start = 0; start < ids.length; start += 100) {
      const some = ids.slice(start, start + 100).map(String)
      const { data } = await list(
        resource,
        { page: 1, perPage: 100, sort: 'id', order: 'ASC', filter: { ids: some } },
        call,
      )
      found.push(...data)
    }
    return found
  }

  const one = async (resource: AnyResource, id: unknown, { meta, signal }: Call): Promise<RaRecord> => {
    if (resource.read === 'fromList') {
      const [record] = await many(resource, [id], { meta, signal })
      if (!record) throw new HttpError('API Error: 404 Not Found', 404)
      return record
    }
    return asRecord((await http('GET', recordPath(resource, meta, id), { signal })).data)
  }

  const toRequest = (params: {
    pagination?: { page: number; perPage: number }
    sort?: { field: string; order: string }
    filter?: Params
  }): ListRequest => {
    const { q, ...filter } = params.filter ?? {}
    return {
      page: params.pagination?.page ?? 1,
      perPage: params.pagination?.perPage ?? 25,
      sort: params.sort?.field ?? 'id',
      order: params.sort?.order === 'DESC' ? 'DESC' : 'ASC',
      q: typeof q === 'string' ? q : undefined,
      filter,
    }
  }

  const bulk = async (
    method: 'PATCH' | 'DELETE',
    resource: AnyResource,
    ids: readonly unknown[],
    { meta, signal }: Call,
    body?: Params,
  ) => {
    const { data } = await http(method, collectionPath(resource, meta), {
      query: { ids: ids.map(String) },
      body,
      signal,
    })
    const failures = failuresOf(data)
    if (failures.length > 0) throw bulkError(failures, ids.length)
    return { data: [...ids] as RaRecord['id'][] }
  }

  const provider: DataProvider = {
    supportAbortSignal: true,
    getList: (name, params) => list(resourceNamed(name), toRequest(params), params),
    getOne: async (name, params) => ({ data: await one(resourceNamed(name), params.id, params) }),
    getMany: async (name, params) => ({ data: await many(resourceNamed(name), params.ids, params) }),
    getManyReference: (name, params) => {
      const resource = resourceNamed(name)
      // A parent in the path of the children, or a filter.
      const parents = pathParamNames(resource.api).includes(params.target) ? { [params.target]: params.id } : {}
      const filter = Object.keys(parents).length > 0 ? params.filter : { ...params.filter, [params.target]: params.id }
      return list(resource, toRequest({ ...params, filter }), {
        signal: params.signal,
        meta: { ...params.meta, ...parents },
      })
    },
    create: async (name, params) => {
      const resource = resourceNamed(name)
      const body = changesOf(resource, params.data, undefined)
      return { data: asRecord((await http('POST', collectionPath(resource, params.meta), { body })).data) }
    },
    // `meta.also`: members of the body that are no fields of the record.
    update: async (name, params) => {
      const resource = resourceNamed(name)
      const before = params.previousData as Params | undefined
      const { data } = await http('PATCH', recordPath(resource, params.meta, params.id), {
        body: { ...changesOf(resource, params.data, before), ...params.meta?.also },
        headers: versionHeader(before),
      })
      return { data: asRecord(data) }
    },
    updateMany: (name, params) => {
      const resource = resourceNamed(name)
      return bulk('PATCH', resource, params.ids, params, changesOf(resource, params.data, undefined))
    },
    delete: async (name, params) => {
      const resource = resourceNamed(name)
      const headers = versionHeader(params.previousData as Params | undefined)
      await http('DELETE', recordPath(resource, params.meta, params.id), { headers })
      return { data: (params.previousData ?? { id: params.id }) as RaRecord }
    },
    deleteMany: (name, params) => bulk('DELETE', resourceNamed(name), params.ids, params),
  } as DataProvider

  return {
    ...provider,
    // Of the parameters the caller's type has made sure.
    call: (async (method: string, path: string, { params = {}, ...request }: ApiRequest & { params?: Params } = {}) =>
      (await http(method, fillPath(path, params), request)).data) as SlotwiseDataProvider['call'],
    page: (async (path: string, { params = {}, ...request }: ApiRequest & { params?: Params } = {}) => {
      const { data, headers } = await http('GET', fillPath(path, params), request)
      const rows = asRecords(data)
      return { data: rows, total: Number(headers.get('X-Total-Count') ?? rows.length) }
    }) as SlotwiseDataProvider['page'],
  }
}
