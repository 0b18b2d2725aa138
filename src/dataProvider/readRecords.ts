import type { QueryClient } from '@tanstack/react-query'
import { HttpError, type RaRecord } from 'ra-core'
import { type AnyResource, pathParamNames } from '../schema'
import type { HttpClient } from './httpClient'
import { type Query, queryString } from './queryString'
import { listPath, type Params, recordPath } from './recordPaths'
import type { ApiRecord, ListRequest } from './shapeList'

const shaped = async (...list: Parameters<typeof import('./shapeList')['shapeList']>) =>
  (await import('./shapeList')).shapeList(...list)

export interface Call {
  meta?: Params | undefined
  signal?: AbortSignal | undefined
}

/** @throws HttpError if an answer is not a record */
export const asRecord = (data: unknown): RaRecord => {
  if (typeof data === 'object' && data !== null && 'id' in data) return data as RaRecord
  throw new HttpError('Unknown error', 0, { code: 'unexpected_answer' })
}

/** @throws HttpError if an answer is not a list */
export const asRecords = (data: unknown): ApiRecord[] => {
  if (data === undefined || data === null) return []
  if (Array.isArray(data)) return data as ApiRecord[]
  throw new HttpError('Unknown error', 0, { code: 'unexpected_answer' })
}

export const toRequest = (params: {
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

const listQuery = ({ filter, ...paging }: ListRequest): Query => ({ ...paging, ...(filter as Query) })

export const firstListPath = (resource: AnyResource, opening: Parameters<typeof toRequest>[0]): string =>
  `${listPath(resource, {})}${queryString(listQuery(toRequest(opening)))}`

/** `meta.tenantId` names another one. */
const tenantHeader = (resource: AnyResource, meta: Params | undefined): Record<string, string> =>
  resource.scope === 'tenant' &&
  typeof meta?.tenantId === 'string' &&
  !pathParamNames(resource.api).includes('tenantId')
    ? { 'X-Tenant-ID': meta.tenantId }
    : {}

/** Refreshed with react-admin's list keys. */
const wholeListKey = (resource: AnyResource, path: string, narrowing: Params) => [
  resource.name,
  'getList',
  'raw',
  path,
  narrowing,
]

export const createReads = (http: HttpClient, queryClient: QueryClient) => {
  const freshRecords = (resource: AnyResource, path: string, narrowing: Params): ApiRecord[] | undefined => {
    const known = queryClient.getQueryState<ApiRecord[]>(wholeListKey(resource, path, narrowing))
    const isFresh = known && !known.isInvalidated && Date.now() - known.dataUpdatedAt < (resource.freshFor ?? 30) * 1000
    return isFresh ? known.data : undefined
  }

  const list = async (resource: AnyResource, request: ListRequest, { meta, signal }: Call) => {
    const path = listPath(resource, meta)
    const headers = tenantHeader(resource, meta)
    const narrowing = { ...(request.q && { q: request.q }), ...request.filter, ...headers }
    const kept = freshRecords(resource, path, headers) ?? freshRecords(resource, path, narrowing)
    if (kept) return shaped(resource, kept, request)
    const answer = await http('GET', path, { query: listQuery(request), headers, signal })
    const records = asRecords(answer.data)
    const total = answer.headers.get('X-Total-Count')
    if (total !== null) return { data: records, total: Number(total) }
    queryClient.setQueryData(wholeListKey(resource, path, narrowing), records)
    return shaped(resource, records, request)
  }

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

  return { list, many, one }
}
