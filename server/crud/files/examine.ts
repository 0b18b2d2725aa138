import { createHash, randomUUID } from 'node:crypto'
import { type AnyField, type FileType, fileTypes, takenTypes } from '../../../src/schema'
import { detectType, endingOf, isDrawable, isImageType, mostPixels } from '../../files/fileType'
import type { Upload } from '../../files/storedFiles'
import { invalidField } from '../../http/problem'

const longestName = 120

/** Control characters, marks of text direction, and syntax of paths and headers. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\:*?"<>|;%]+/gu

const safeName = (given: string | undefined, type: FileType): string => {
  const base = (given ?? '')
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const ending = `.${type}`
  const isNamed = base.toLowerCase().endsWith(ending) || (type === 'jpg' && /\.jpeg$/i.test(base))
  const stem = isNamed ? base.slice(0, base.lastIndexOf('.')) : base
  return `${Array.from(stem).slice(0, longestName).join('').trim() || 'file'}${ending}`
}

const upperList = (types: readonly FileType[]): string => types.map(type => type.toUpperCase()).join(', ')

export const requireTaken = (name: string, field: AnyField, { type, size }: { type: string; size: number }): void => {
  const types = takenTypes(field)
  if (!types.includes(endingOf(type) as FileType))
    throw invalidField(name, 'validation.fileType', { types: upperList(types) })
  const { maxBytes } = field.options as { maxBytes: number }
  if (size > maxBytes) throw invalidField(name, 'validation.fileSize', { max: Math.floor(maxBytes / 1024 / 1024) })
}

/**
 * Reads an upload's facts from its bytes alone.
 * @throws Problem `validation`
 */
export const examine = (bytes: Uint8Array, name: string, field: AnyField, given: string | undefined): Upload => {
  const found = detectType(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const types = takenTypes(field)
  if (!found || !types.includes(found.type))
    throw invalidField(name, 'validation.fileType', { types: upperList(types) })
  const type = fileTypes[found.type]
  if (isImageType(type) && !isDrawable(found))
    throw invalidField(name, 'validation.imageSize', { edge: mostPixels.edge, area: mostPixels.area / 1_000_000 })
  return {
    id: randomUUID(),
    type,
    size: bytes.byteLength,
    width: found.width ?? null,
    height: found.height ?? null,
    name: field.kind === 'file' ? safeName(given, found.type) : null,
    hash: createHash('sha256').update(bytes).digest(),
    bytes,
  }
}
