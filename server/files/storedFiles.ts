import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { formatInstant } from '../../src/time/formatInstant'
import { DAY, HOUR } from '../../src/time/instant'
import type { FileStore } from '../db/archive/parts'
import type { Database, Transaction } from '../db/database'
import type { PeriodicJob } from '../jobs/periodicJob'
import type { CountedNetwork } from '../networkOf'

/** Paths are `{tenant}/{id}`. */
export interface Bucket {
  put(path: string, bytes: Uint8Array, type: string): Promise<void>
  get(path: string): Promise<Uint8Array | null>
  remove(paths: readonly string[]): Promise<void>
}

export class BucketFailure extends Error {
  override readonly name = 'BucketFailure'
}

export interface FileSettings {
  bucket: Bucket | null
  tenantBytes: number
  strangerBytes: number
}

export interface FileFacts {
  type: string
  size: number
  width: number | null
  height: number | null
  name: string | null
}

export interface Upload extends FileFacts {
  id: string
  bytes: Uint8Array
  hash: Buffer
}

const hashOf = (network: string): string => createHash('sha256').update(`files ${network}`).digest('base64url')

/** How long an upload may lack a record. */
export const pendingFor = DAY

/** Shorter, since people save a picture right after choosing it. */
export const pendingAboveFor = HOUR

const tableOf = (tenantId: string | null) => sql.table(tenantId ? 'files' : 'platformFiles')
const within = (tenantId: string | null) => (tenantId ? sql`tenant_id = ${tenantId} and ` : sql``)
export const pathOf = (tenantId: string | null, id: string): string => `${tenantId ?? 'platform'}/${id}`

export const storeOn = (bucket: Bucket | null): FileStore | null =>
  bucket && {
    get: (tenantId, id) => bucket.get(pathOf(tenantId, id)),
    put: (tenantId, { id, bytes, type }) => bucket.put(pathOf(tenantId, id), bytes, type),
    remove: (tenantId, ids) => bucket.remove(ids.map(id => pathOf(tenantId, id))),
  }

const actorFor = (tenantId: string | null) =>
  tenantId ? ({ as: 'tenant', tenantId } as const) : ({ as: 'platform' } as const)

/** Schedules the bytes' removal first, in case the row is never written. */
export const putInBucket = async (
  database: Database,
  bucket: Bucket,
  tenantId: string | null,
  { id, bytes, type }: Upload,
  now: number,
): Promise<void> => {
  const path = pathOf(tenantId, id)
  await database.run(actorFor(tenantId), db =>
    sql`insert into file_removals (path, due_at) values (${path}, ${formatInstant(now + HOUR)})`.execute(db),
  )
  await bucket.put(path, bytes, type)
}

/** Inserts an uploaded file's row, with its bytes unless the bucket has them. */
export const insertUpload = async (
  db: Transaction,
  tenantId: string | null,
  { id, type, size, width, height, name, hash, bytes }: Upload,
  { userId, isInBucket, networks = [] }: { userId: string; isInBucket: boolean; networks?: readonly CountedNetwork[] },
): Promise<void> => {
  const [network = null, wideNetwork = null] = networks.map(({ name }) => hashOf(name))
  await db
    .insertInto(tenantId ? 'files' : 'platformFiles')
    .values({
      ...(tenantId ? { tenantId } : { network, wideNetwork }),
      ...{ id, type, size, width, height, name, hash },
      content: isInBucket ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      createdBy: userId,
    })
    .execute()
  if (isInBucket) await db.deleteFrom('fileRemovals').where('path', '=', pathOf(tenantId, id)).execute()
}

export const countUploads = async (
  db: Transaction,
  tenantId: string | null,
  userId: string,
): Promise<{ pending: number; pendingBytes: number; allBytes: number }> => {
  const { rows } = await sql<{ pending: number; pendingBytes: number; allBytes: number }>`
    select count(*) filter (where created_by = ${userId} and not is_used) as pending,
      coalesce(sum(size) filter (where created_by = ${userId} and not is_used), 0) as pending_bytes,
      coalesce(sum(size), 0) as all_bytes
    from ${tableOf(tenantId)} where ${within(tenantId)} true`.execute(db)
  return rows[0] ?? { pending: 0, pendingBytes: 0, allBytes: 0 }
}

interface AboveTenants {
  files: number
  bytes: number
  isMember: boolean
  /** Bytes of people without a tenant, by network within a day. */
  ofNetworks: number[]
  ofStrangers: number
}

export const countAbove = async (
  db: Transaction,
  userId: string,
  networks: readonly CountedNetwork[],
): Promise<AboveTenants> => {
  const [network = null, wideNetwork = null] = networks.map(({ name }) => hashOf(name))
  const bytesOf = (which: RawBuilder<unknown>) => sql`coalesce(sum(size) filter (where ${which}), 0)`
  const isPending = sql`created_by = ${userId} and not is_used`
  const { rows } = await sql<Omit<AboveTenants, 'ofNetworks'> & { narrow: number; wide: number }>`
    select count(*) filter (where ${isPending}) as files, ${bytesOf(isPending)} as bytes,
      exists (select from memberships where user_id = ${userId} and is_active) as is_member,
      ${bytesOf(sql`not of_member and network = ${network}`)} as narrow,
      ${bytesOf(sql`not of_member and wide_network = ${wideNetwork}`)} as wide,
      ${bytesOf(sql`not of_member`)} as of_strangers
    from (select *, exists (select from memberships where user_id = created_by and is_active) as of_member
      from platform_files) as files`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A query of sums has one row.')
  const { narrow, wide, ...rest } = row
  return { ...rest, ofNetworks: [narrow, wide] }
}

export const findFiles = async (
  db: Transaction,
  tenantId: string | null,
  ids: readonly string[],
): Promise<Map<string, FileFacts>> => {
  const { rows } = await sql<FileFacts & { id: string }>`
    select id, type, size, width, height, name from ${tableOf(tenantId)}
    where ${within(tenantId)} id = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

export const openFile = async (
  database: Database,
  bucket: Bucket | null,
  tenantId: string | null,
  id: string,
): Promise<(FileFacts & { bytes: Uint8Array; hash: Buffer }) | null> => {
  const row = await database.run(
    actorFor(tenantId),
    async db => {
      const { rows } = await sql<FileFacts & { hash: Buffer; content: Buffer | null }>`
        select type, size, width, height, name, hash, content from ${tableOf(tenantId)}
        where ${within(tenantId)} id = ${id}`.execute(db)
      return rows[0]
    },
    { single: true },
  )
  if (!row) return null
  const { content, ...facts } = row
  const bytes = content ?? (await bucket?.get(pathOf(tenantId, id)))
  return bytes ? { ...facts, bytes } : null
}

const removedAtOnce = 100

export const tidyFiles = async (
  database: Database,
  bucket: Bucket | null,
  now: number,
): Promise<{ pruned: number; removed: number }> => {
  const pruned = await database.run({ as: 'platform' }, async db => {
    const { rows } = await sql<{ count: number }>`
      select prune_files(${formatInstant(now - pendingFor)})
        + prune_platform_files(${formatInstant(now - pendingAboveFor)}) as count`.execute(db)
    return Number(rows[0]?.count ?? 0)
  })
  let removed = 0
  while (bucket) {
    const due = await database.run({ as: 'platform' }, async db => {
      const { rows } = await sql<{ path: string }>`
        select path from file_removals where due_at <= ${formatInstant(now)} order by due_at limit ${removedAtOnce}`.execute(
        db,
      )
      return rows.map(({ path }) => path)
    })
    if (due.length === 0) break
    await bucket.remove(due)
    await database.run({ as: 'platform' }, db => db.deleteFrom('fileRemovals').where('path', 'in', due).execute())
    removed += due.length
  }
  return { pruned, removed }
}

export const tidyingJob: PeriodicJob<{ database: Database; bucket: Bucket | null; now: () => number }> = {
  every: HOUR,
  run: ({ database, bucket, now }) => tidyFiles(database, bucket, now()),
  done: 'files deleted that nothing refers to',
  failed: 'files that nothing refers to were not deleted',
}
