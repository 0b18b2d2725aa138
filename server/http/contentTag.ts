import { createHash } from 'node:crypto'

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, ordered(inner)]))
}

/**
 * A record's tag begins with its version, which `If-Match` compares: `"3.bFa9…"`. Computed figures may change while
 * the version stays.
 */
export const contentTag = (json: string, headers: Readonly<Record<string, string>>): string => {
  const version = headers.ETag?.replaceAll('"', '')
  // A record has the same tag after a read and after a write.
  const text = version ? JSON.stringify(ordered(JSON.parse(json))) : json
  const hash = createHash('sha1')
    .update(headers['X-Total-Count'] ?? '')
    .update(text)
    .digest('base64url')
  return version ? `"${version}.${hash}"` : `W/"${hash}"`
}

const tagsIn = (header: string): string[] => header.split(',').map(tag => tag.trim().replace(/^W\//, ''))

export const isKnown = (tag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch !== undefined && tagsIn(ifNoneMatch).includes(tag.replace(/^W\//, ''))

/** The versions of an `If-Match` header as tags, `"3"`; null when it is absent or `*`. */
export const versionTagsIn = (ifMatch: string | null): string[] | null =>
  ifMatch === null || ifMatch.trim() === '*' ? null : tagsIn(ifMatch).map(tag => tag.replace(/^"(\d+)\..*"$/, '"$1"'))
