import { type AnyResource, fillPath, pathParamNames, wholeOf } from '../schema'

export type Params = Readonly<Record<string, unknown>>
/** Parameters are react-admin's `meta`, or a nested list's filter. */
export const collectionPath = (resource: AnyResource, params: Params | undefined): string =>
  fillPath(resource.api, params ?? {})

export const listPath = (resource: AnyResource, params: Params | undefined): string => {
  const elsewhere = resource.alsoListedAt
  const isElsewhere = elsewhere && pathParamNames(elsewhere).every(name => params?.[name] !== undefined)
  if (resource.across && params?.[pathParamNames(resource.api)[0] ?? ''] === undefined) return resource.across.api
  return isElsewhere ? fillPath(elsewhere, params ?? {}) : collectionPath(resource, params)
}

export const recordPath = (resource: AnyResource, params: Params | undefined, id: unknown): string =>
  wholeOf(resource).kind === 'singleton'
    ? collectionPath(resource, params)
    : `${collectionPath(resource, params)}/${encodeURIComponent(String(id))}`
