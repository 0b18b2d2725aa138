import { type AnyResource, snakeCase } from '../../../src/schema'
import { linksOf } from '../links'
import { tableName } from '../tables'

/** A subject's rows in an archive, besides declared resources (docs/archives.md). */
export interface ArchiveParts {
  tables?: readonly string[]
  /** Resources to omit since they depend on a secret. The archive lists their records' names. */
  anew?: readonly string[]
  without?: readonly string[]
  only?: Readonly<Record<string, string>>
  /** Optional columns to omit, by resource: SQL names. */
  keptBack?: Readonly<Record<string, readonly string[]>>
}

/** A platform table, yet each row is part of its tenant. */
export const tenantsTable = 'tenants'
export const usersTable = 'users'
export const filesTable = 'files'

const ofMachine: ArchiveParts = {
  tables: [filesTable, 'audit_entries', 'saved_view_defaults', 'import_mappings'],
  anew: ['apiKeys', 'webhooks', 'invitations'],
  without: ['webhookDeliveries', 'events', 'deadLetters'],
}

const keptBack: Readonly<Record<string, readonly string[]>> = {
  [filesTable]: ['content'],
  [tenantsTable]: ['link_secret'],
}

export interface FileStore {
  get(tenantId: string, id: string): Promise<Uint8Array | null>
  put(tenantId: string, file: { id: string; type: string; bytes: Uint8Array }): Promise<void>
  remove(tenantId: string, ids: readonly string[]): Promise<void>
}

export interface Carried {
  tables: readonly string[]
  anew: readonly AnyResource[]
  only: Readonly<Record<string, string>>
  keptBack: Readonly<Record<string, readonly string[]>>
}

/** @throws for a part that names no resource */
export const carriedBy = ({
  resources,
  archive,
}: {
  resources: readonly AnyResource[]
  archive: readonly ArchiveParts[]
}): Carried => {
  const parts = [ofMachine, ...archive]
  const named = (name: string): AnyResource => {
    const found = resources.find(resource => resource.name === name)
    if (!found) throw new Error(`An archive leaves ${name} behind, which is no resource.`)
    return found
  }
  const anew = parts.flatMap(part => part.anew ?? [])
  const behind = new Set([...anew, ...parts.flatMap(part => part.without ?? [])])
  const declared = resources.filter(({ name, scope }) => scope === 'tenant' && !behind.has(name))
  return {
    tables: [
      ...declared.flatMap(resource => [tableName(resource), ...linksOf(resource).map(({ table }) => snakeCase(table))]),
      ...parts.flatMap(part => part.tables ?? []),
    ],
    anew: anew.map(named),
    only: Object.fromEntries(
      parts.flatMap(part => Object.entries(part.only ?? {}).map(([name, rows]) => [tableName(named(name)), rows])),
    ),
    keptBack: {
      ...keptBack,
      ...Object.fromEntries(
        parts.flatMap(part =>
          Object.entries(part.keptBack ?? {}).map(([name, columns]) => [tableName(named(name)), columns]),
        ),
      ),
    },
  }
}
