import type { QueryClient } from '@tanstack/react-query'
import { type DataProvider, HttpError, type RaRecord } from 'ra-core'
import type { AnswerOf, AnyCall, BulkResult, CallInput } from '../contract'
import {
  type AnyResource,
  type Effects,
  fillPath,
  inputNames,
  pathParamNames,
  type Registry,
  sameValue,
  wholeOf,
} from '../schema'
import { changedByCall, createWrite, noEffects } from './freshness'
import type { ApiRequest, HttpClient } from './httpClient'
import { asRecord, asRecords, type Call, createReads, toRequest } from './readRecords'
import { collectionPath, type Params, recordPath } from './recordPaths'

type Sent<C> = CallInput<C> & Pick<ApiRequest, 'headers' | 'signal'>

type SentRequest = ApiRequest & {
  params?: Params
  /** Changed resources; by default, from the path. */
  changes?: readonly string[]
}

/** react-admin's data provider, with calls beyond CRUD: `useDataProvider<SlotwiseDataProvider>()`. */
export interface SlotwiseDataProvider extends DataProvider {
  /** `call(calls.availability.explain, { query, signal })`. With `dryRun`, caches stay. */
  call<C extends AnyCall>(call: C, request: Sent<C>): Promise<AnswerOf<C>>
  /** `request('GET', `${api}/{id}/usage`, { params })` makes a call that a declaration implies. */
  request<T>(method: string, path: string, request?: SentRequest): Promise<T>
  /** Outside resource lists. Unpaged answers count their rows. */
  page<T>(path: string, request?: SentRequest): Promise<{ data: T[]; total: number }>
  /** Adds writes' request ids to the list, until called with `false`. */
  recordWrites(requestIds: string[], isOn?: boolean): Promise<void>
}

interface DataProviderOptions {
  registry: Registry
  http: HttpClient
  queryClient: QueryClient
  effects?: Effects
}

export const changesOf = (resource: AnyResource, data: Params, before?: Params): Params =>
  Object.fromEntries(
    inputNames(resource)
      .filter(name => data[name] !== undefined && !(before && name in before && sameValue(data[name], before[name])))
      .map(name => [name, data[name]]),
  )

const versionHeader = (before: Params | undefined): Record<string, string> =>
  typeof before?.version === 'number' ? { 'If-Match': `"${before.version}"` } : {}

const failuresOf = (data: unknown): BulkResult[] =>
  Array.isArray(data) ? (data as BulkResult[]).filter(({ ok }) => !ok) : []

const bulkError = (failures: readonly BulkResult[], total: number): HttpError => {
  const reasons = Array.from(new Set(failures.map(({ detail }) => detail).filter(Boolean)))
  return new HttpError(`${failures.length} of ${total} failed: ${reasons.join(' ')}`, 409, { failures, total })
}

/** react-admin's verbs. Paths come from the declarations (docs/architecture.md#how-a-call-travels). */
const verbsOf = (
  { registry, queryClient }: DataProviderOptions,
  http: HttpClient,
  write: ReturnType<typeof createWrite>,
): DataProvider => {
  const { list, many, one } = createReads(http, queryClient)

  const bulk = async (
    method: 'PATCH' | 'DELETE',
    resource: AnyResource,
    ids: readonly unknown[],
    { meta, signal }: Call,
    body?: Params,
  ) => {
    const path = collectionPath(resource, meta)
    const request = { query: { ids: ids.map(String) }, body, signal }
    const { data } = await write(() => http(method, path, request), { changes: [resource.name], alsoRefused: true })
    const failures = failuresOf(data)
    if (failures.length > 0) throw bulkError(failures, ids.length)
    return { data: [...ids] as RaRecord['id'][] }
  }

  return {
    supportAbortSignal: true,
    getList: (name, params) => list(registry.named(name), toRequest(params), params),
    getOne: async (name, params) => ({ data: await one(registry.named(name), params.id, params) }),
    getMany: async (name, params) => ({ data: await many(registry.named(name), params.ids, params) }),
    getManyReference: (name, params) => {
      const resource = registry.named(name)
      // A nested list's parent is in the path.
      const parents = pathParamNames(resource.api).includes(params.target) ? { [params.target]: params.id } : {}
      const filter = Object.keys(parents).length > 0 ? params.filter : { ...params.filter, [params.target]: params.id }
      return list(resource, toRequest({ ...params, filter }), {
        signal: params.signal,
        meta: { ...params.meta, ...parents },
      })
    },
    create: async (name, { data: given, meta }) => {
      const resource = registry.named(name)
      const sent = { body: changesOf(resource, given), query: meta?.query }
      const path = collectionPath(resource, meta)
      const { data } = await write(() => http('POST', path, sent), { changes: [name] })
      return { data: asRecord(data) }
    },
    // `meta.also` adds members.
    update: async (name, params) => {
      const resource = registry.named(name)
      const before = params.previousData as Params | undefined
      const path = recordPath(resource, params.meta, params.id)
      const body = { ...changesOf(resource, params.data, before), ...params.meta?.also }
      const headers = versionHeader(before)
      const changes = [wholeOf(resource).name, name]
      const { data } = await write(() => http('PATCH', path, { body, headers }), { changes })
      return { data: asRecord(data) }
    },
    updateMany: (name, params) => {
      const resource = registry.named(name)
      return bulk('PATCH', resource, params.ids, params, changesOf(resource, params.data))
    },
    delete: async (name, params) => {
      const resource = registry.named(name)
      const headers = versionHeader(params.previousData as Params | undefined)
      const path = recordPath(resource, params.meta, params.id)
      await write(() => http('DELETE', path, { headers }), { changes: [name] })
      return { data: (params.previousData ?? { id: params.id }) as RaRecord }
    },
    deleteMany: (name, params) => bulk('DELETE', registry.named(name), params.ids, params),
  } as DataProvider
}

export const createDataProvider = (options: DataProviderOptions): SlotwiseDataProvider => {
  const { registry, http: send, queryClient, effects = noEffects } = options
  const recorders = new Set<string[]>()
  const http: HttpClient = async (method, path, request) => {
    const answer = await send(method, path, request)
    const requestId = method === 'GET' ? null : answer.headers.get('X-Request-Id')
    if (requestId) for (const recorder of recorders) recorder.push(requestId)
    return answer
  }
  const write = createWrite(queryClient, registry, effects)

  const request = async <T>(
    method: string,
    path: string,
    { params = {}, changes: told, ...sent }: SentRequest = {},
  ): Promise<T> => {
    const isDry = (sent.body as Params | undefined)?.dryRun === true || String(sent.query?.dryRun) === 'true'
    const changes = isDry ? [] : (told ?? changedByCall(method, path, registry, effects))
    const work = () => http(method, fillPath(path, params), sent)
    const { data } = await (changes.length === 0 ? work() : write(work, { changes, alsoRefused: true }))
    return data as T
  }

  return {
    ...verbsOf(options, http, write),
    request,
    recordWrites: async (requestIds, isOn = true) => {
      if (isOn) recorders.add(requestIds)
      else recorders.delete(requestIds)
    },
    // The public type guarantees parameters.
    call: (({ method, path, file }: AnyCall, sent: SentRequest) =>
      request(method, path, { ...sent, ...(file && { accept: file }) })) as SlotwiseDataProvider['call'],
    page: async <T>(path: string, { params = {}, ...sent }: SentRequest = {}) => {
      const { data, headers } = await http('GET', fillPath(path, params), sent)
      const rows = asRecords(data)
      return { data: rows as T[], total: Number(headers.get('X-Total-Count') ?? rows.length) }
    },
  }
}
