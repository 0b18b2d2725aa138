import { type AnyResource, type Fields, snakeCase } from '../../src/schema'
import { partsOf } from './columns'

interface FileTie {
  field: string
  column: string
  tenant: string | null
  files: 'files' | 'platform_files'
}

export const filesOf = ({ name, scope }: AnyResource): Pick<FileTie, 'tenant' | 'files'> => {
  if (scope === 'tenant') return { tenant: 'tenant_id', files: 'files' }
  return name === 'tenants' ? { tenant: 'id', files: 'files' } : { tenant: null, files: 'platform_files' }
}

export const fileTies = (resource: AnyResource): FileTie[] =>
  Object.entries(resource.fields as Fields).flatMap(([field, declared]) =>
    partsOf(declared)
      .filter(({ isFile }) => isFile)
      .map(({ suffix = '' }) => ({ field, column: snakeCase(field) + suffix, ...filesOf(resource) })),
  )

export const tenantOfFiles = (resource: AnyResource, record: Readonly<Record<string, unknown>>): string | null => {
  const { tenant } = filesOf(resource)
  if (tenant === null) return null
  return String(tenant === 'id' ? record.id : record.tenantId)
}

/** A trigger deletes a file with its last reference. */
export const tieSql = ({ column, tenant, files }: FileTie) => {
  const call = `execute function`
  const args = `'${files}', '${column}', '${tenant ?? ''}'`
  return {
    foreignKey: tenant
      ? `foreign key (${tenant}, ${column}) references ${files} (tenant_id, id)`
      : `foreign key (${column}) references ${files} (id)`,
    index: `(${[...(tenant ? [tenant] : []), column].join(', ')})`,
    keeps: `after insert or update of ${column} on %table for each row when (new.${column} is not null) ${call} keep_file(${args})`,
    releases: `after delete or update of ${column} on %table for each row when (old.${column} is not null) ${call} release_file(${args})`,
  }
}
