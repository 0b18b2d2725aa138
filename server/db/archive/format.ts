import * as z from 'zod'

export const tableEntry = (table: string): string => `${table}.jsonl`
export const fileEntry = (id: string): string => `files/${id}`
export const manifestEntry = 'manifest.json'

/** Another installation knows members by their address. */
export const userColumns = ['id', 'email', 'name', 'locale', 'time_zone'] as const

export const idSchema = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
export const personSchema = z.object({ id: idSchema, email: z.email().max(254) })
export const fileSchema = z.object({ id: idSchema, type: z.string(), size: z.int().min(0) })
const names = z.array(z.string())

export const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  version: z.string(),
  tenant: z.object({ id: idSchema, slug: z.string(), name: z.string() }),
  /** By SQL name. */
  tables: z.record(z.string(), z.object({ columns: names, rows: z.int().min(0) })),
  /** SHA-256 of each other entry, in hexadecimal. */
  entries: z.record(z.string(), z.string()),
  /** By resource: names of records that hold a secret and must be created anew. */
  anew: z.record(z.string(), names),
})

export type Manifest = z.output<typeof manifestSchema>
