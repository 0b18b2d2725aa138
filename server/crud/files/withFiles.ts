import { isUuid } from '../../../src/contract'
import {
  type AnyField,
  type AnyResource,
  type Fields,
  fileUrl,
  type StoredFile,
  type StoredImage,
} from '../../../src/schema'
import type { Transaction } from '../../db/database'
import { filesOf } from '../../db/fileTies'
import { type FileFacts, findFiles } from '../../files/storedFiles'
import type { Caller } from '../../http/identity/caller'
import { invalidField } from '../../http/problem'
import { requireTaken } from './examine'

type Values = Readonly<Record<string, unknown>>

/** The value of an `image` or `file` field for a stored file. `size` is in bytes. */
export const fileValue = (
  { kind }: Pick<AnyField, 'kind'>,
  tenantId: string | null,
  id: string,
  { type, size, width, height, name }: FileFacts,
): StoredImage | StoredFile => {
  const common = { id, url: fileUrl(tenantId, id), type, size }
  return kind === 'image'
    ? { ...common, alt: '', width: width ?? 0, height: height ?? 0 }
    : { ...common, name: name ?? '' }
}

const idIn = (value: unknown): string | null => {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : null
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : null
}

const ownerFor = (resource: AnyResource, tenantId: string | null): string | null =>
  filesOf(resource).tenant === null ? null : tenantId

interface Written {
  resource: AnyResource
  caller: Caller
  current?: Values
}

/**
 * Completes file fields with the stored facts.
 * @throws Problem `validation` for a missing file, or one that the field does not accept
 */
export const withFiles = async (
  db: Transaction,
  input: Values,
  { resource, caller, current }: Written,
): Promise<Values> => {
  const fields = Object.entries(resource.fields as Fields).flatMap(([name, field]) => {
    const id = field.kind === 'image' || field.kind === 'file' ? idIn(input[name]) : null
    return id ? [{ name, field, id, value: input[name] as Values }] : []
  })
  if (fields.length === 0) return input
  const isOwnRecord = resource.name === 'tenants'
  const tenantId = ownerFor(
    resource,
    isOwnRecord ? ((current?.id as string | undefined) ?? null) : (caller.tenant?.id ?? null),
  )
  const facts = await findFiles(
    db,
    tenantId,
    fields.map(({ id }) => id),
  )
  const complete = fields.map(({ name, field, id, value }) => {
    const found = facts.get(id)
    if (!found) throw invalidField(name, 'validation.fileGone')
    requireTaken(name, field, found)
    const alt = value.alt === undefined ? altBefore(current?.[name], id) : value.alt
    return [name, { ...value, ...fileValue(field, tenantId, id, found), ...(field.kind === 'image' && { alt }) }]
  })
  return { ...input, ...Object.fromEntries(complete) }
}

const altBefore = (before: unknown, id: string): string => {
  const { id: known, alt } = (before ?? {}) as Partial<StoredImage>
  return known === id ? (alt ?? '') : ''
}
