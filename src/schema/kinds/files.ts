import type { core } from 'zod/mini'
import type { Zod } from '../field'
import type { CheckKey } from '../messages'
import { kebabCase } from '../naming'
import { apiBase } from '../paths'
import { type CommonOptions, field, type Kind, type KindTraits, type Part, type Spelt } from './kind'

declare module '../field' {
  interface KindOptions {
    image: { ratio: number | null; maxBytes: number }
    file: { types: readonly FileType[]; maxBytes: number }
  }
  interface KindValues {
    image: StoredImage
    file: StoredFile
  }
}

/** No SVG, which can hold scripts. */
export const imageTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
} as const

/** By file name extension. */
export const fileTypes = {
  ...imageTypes,
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  zip: 'application/zip',
} as const

export type FileType = keyof typeof fileTypes

export const takenTypes = ({ kind, options }: { kind: string; options: object }): readonly FileType[] =>
  kind === 'image' ? (Object.keys(imageTypes) as FileType[]) : (options as { types: readonly FileType[] }).types

/** An uploaded picture, as a record answers it. */
export interface StoredImage {
  id: string
  /** Below the API’s base. Unguessable, so it needs no token. */
  url: string
  /** Empty for decoration. */
  alt: string
  /** Detected from the bytes. */
  type: string
  /** In bytes. */
  size: number
  /** In pixels. */
  width: number
  height: number
}

export interface StoredFile {
  id: string
  /** Below the API’s base. Unguessable, so it needs no token. */
  url: string
  name: string
  /** Detected from the bytes. */
  type: string
  /** In bytes. */
  size: number
}

const megabyte = 1024 * 1024

/** Accepted and ignored: the server knows better. */
const told = (z: Zod) => ({
  url: z.optional(z.string()),
  type: z.optional(z.string()),
  size: z.optional(z.int()),
})

/** Also shown during an upload. */
const error = { error: 'validation.file' satisfies CheckKey }

/** In characters. */
export const longestAlt = 300

const imageSchema = (z: Zod) =>
  z.strictObject(
    {
      id: z.uuid(),
      alt: z.optional(z.string().check(z.trim(), z.maxLength(longestAlt))),
      ...told(z),
      width: z.optional(z.int()),
      height: z.optional(z.int()),
    },
    error,
  ) as core.$ZodType<StoredImage>

const fileSchema = (z: Zod) =>
  z.strictObject({ id: z.uuid(), name: z.optional(z.string()), ...told(z) }, error) as core.$ZodType<StoredFile>

type FileFieldOptions<V> = Omit<CommonOptions<V>, 'unique' | 'default' | 'computed'>

const imageTraits = {
  kind: 'image',
  sort: 'none',
  filter: 'presence',
  csv: ({ url }, { address }) => address(url),
} as const satisfies KindTraits<'image'>

export interface ImageOptions {
  /** Width by height, to which the form crops: 1 for a square. */
  ratio?: number
}

/** A picture of at most 2 MB: PNG, JPEG, WebP, GIF or AVIF. */
export const image = <const O extends FileFieldOptions<StoredImage> & ImageOptions>(
  options: Spelt<O, ImageOptions> = {} as Spelt<O, ImageOptions>,
) => field(imageTraits, imageSchema, { ratio: options.ratio ?? null, maxBytes: 2 * megabyte }, options)

const fileTraits = {
  kind: 'file',
  sort: 'none',
  filter: 'presence',
  csv: ({ url }, { address }) => address(url),
} as const satisfies KindTraits<'file'>

export interface FileOptions {
  /** Accepted types; all by default. */
  types?: readonly FileType[]
}

/** A file, such as a PDF, of at most 10 MB. */
export const file = <const O extends FileFieldOptions<StoredFile> & FileOptions>(
  options: Spelt<O, FileOptions> = {} as Spelt<O, FileOptions>,
) =>
  field(
    fileTraits,
    fileSchema,
    { types: options.types ?? (Object.keys(fileTypes) as FileType[]), maxBytes: 10 * megabyte },
    options,
  )

export const uploadPath = (resource: string, name: string): string =>
  `/uploads/${kebabCase(resource)}/${kebabCase(name)}`

/** The file's immutable facts spare a lookup. */
const columns = (): readonly Part[] => [
  { suffix: '_id', key: 'id', type: 'uuid', isFile: true },
  { suffix: '_facts', key: 'facts', type: 'jsonb' },
]

/** A stored file's URL; `tenantId` is null above tenants. */
export const fileUrl = (tenantId: string | null, id: string): string =>
  `${apiBase}/files/${tenantId ?? 'platform'}/${id}`

const divide = ({ id, url: _, ...facts }: StoredImage | StoredFile) => ({ id, facts })

const join = ({ id, facts }: Readonly<Record<string, unknown>>, tenantId: string | null) => ({
  id,
  url: fileUrl(tenantId, id as string),
  ...(facts as object),
})

const inputNote = 'An input needs `id`, as uploading answered it; the API knows the rest.'

export const imageKind = {
  about: 'A picture (PNG, JPEG, WebP, GIF or AVIF, at most 2 MB) with its alternative text.',
  traits: imageTraits,
  columns,
  parts: { divide, join: (parts, tenantId) => join(parts, tenantId) as StoredImage },
  openApi: { description: `${inputNote} \`alt\` says what the picture shows.` },
} satisfies Kind<'image'>

export const fileKind = {
  about: 'A file (PDF, office documents, pictures, ZIP; at most 10 MB).',
  traits: fileTraits,
  columns,
  parts: { divide, join: (parts, tenantId) => join(parts, tenantId) as StoredFile },
  openApi: { description: inputNote },
} satisfies Kind<'file'>
