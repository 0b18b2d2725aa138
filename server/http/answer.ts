import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { type JsonSchema, singularName } from '../../src/contract'
import { type AnyResource, asReadBy, guardedNames, type Role, readableValues, withOpened } from '../../src/schema'
import type { CallerKey } from './identity/apiKey'
import type { Answer } from './route'

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, ordered(inner)]))
}

/** An answer's `ETag`, `"3.bFa9…"`: a record's version and a hash, since computed figures change without a version. */
export const contentTag = (json: string, headers: Readonly<Record<string, string>>): string => {
  const version = headers.ETag?.replaceAll('"', '')
  // Reads and writes order members differently.
  const text = version ? JSON.stringify(ordered(JSON.parse(json))) : json
  const hash = createHash('sha1')
    .update(headers['X-Total-Count'] ?? '')
    .update(text)
    .digest('base64url')
  return version ? `"${version}.${hash}"` : `W/"${hash}"`
}

const tagsIn = (header: string): string[] => header.split(',').map(tag => tag.trim().replace(/^W\//, ''))

/** Whether `If-None-Match` contains the tag. Weak tags count as strong ones. */
export const isKnown = (tag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch !== undefined && tagsIn(ifNoneMatch).includes(tag.replace(/^W\//, ''))

export const entityTag = ({ version }: { version: number }): string => `"${version}"`

export const versionTagsIn = (ifMatch: string | null): string[] | null =>
  ifMatch === null || ifMatch.trim() === '*' ? null : tagsIn(ifMatch).map(tag => tag.replace(/^"(\d+)\..*"$/, '"$1"'))

interface Reader {
  role: Role | null
  key: CallerKey | null
  opened?: readonly string[] | undefined
}

type Narrow = (value: unknown, reader: Reader) => unknown

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const withoutScoped = (
  { apiScopes }: AnyResource,
  record: Record<string, unknown>,
  key: CallerKey | null,
): Record<string, unknown> => {
  const members = apiScopes?.members
  if (!key || !members) return record
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => members[name] === undefined || key.scopes.has(members[name])),
  )
}

/** Removes fields that the caller may not read, even if a route selects them. */
export const narrowingOf = (schema: JsonSchema | undefined, resources: readonly AnyResource[]): Narrow | null => {
  if (!schema) return null
  const within = (part: unknown) => narrowingOf(part as JsonSchema | undefined, resources)
  if (schema.$ref) {
    const name = schema.$ref.replace('#/components/schemas/', '')
    const resource = resources.find(each => singularName(each) === name)
    if (!resource || (guardedNames(resource).length === 0 && !resource.apiScopes?.members)) return null
    return (value, { role, key, opened = [] }) => {
      if (!isObject(value)) return value
      const seen = withOpened(resource, { read: opened, write: [] })
      const known = asReadBy(seen, role) === seen ? value : readableValues(seen, value, role)
      return withoutScoped(resource, known, key)
    }
  }
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(
    part => within(part) ?? [],
  )
  const items = within(schema.items)
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const narrow = within(part)
    return narrow ? [[name, narrow] as const] : []
  })
  if (parts.length === 0 && !items && members.length === 0) return null
  return (value, { opened, ...reader }) => {
    const narrowed = parts.reduce((each, narrow) => narrow(each, { ...reader, opened }), value)
    if (Array.isArray(narrowed)) return items ? narrowed.map(each => items(each, reader)) : narrowed
    if (!isObject(narrowed)) return narrowed
    const inner = members.flatMap(([name, narrow]) =>
      name in narrowed ? [[name, narrow(narrowed[name], reader)] as const] : [],
    )
    return { ...narrowed, ...Object.fromEntries(inner) }
  }
}

export const respond = (c: Context, answer: Answer | Response): Response => {
  if (answer instanceof Response) return answer
  const { status, headers = {}, body, shownOnce } = answer
  if (status === 204) return c.body(null, 204, headers)
  const isRead = c.req.method === 'GET'
  const json = JSON.stringify(body) ?? ''
  const tag = isRead || headers.ETag ? contentTag(json, headers) : null
  const told = { ...headers, ...(tag && { ETag: tag }) }
  if (isRead && tag && isKnown(tag, c.req.header('if-none-match'))) return c.body(null, 304, told)
  const sent = shownOnce ? JSON.stringify({ ...(body as object), ...shownOnce }) : json
  return c.body(sent, status, { ...told, 'Content-Type': 'application/json' })
}
