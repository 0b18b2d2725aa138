import { keepPreviousData } from '@tanstack/react-query'
import { type RaRecord, useCanAccessResources, usePermissions } from 'ra-core'
import { type ReactNode, useContext, useMemo } from 'react'
import { asReadBy, type Role, withOpened } from '../../schema'
import { DeclarationContext, useDeclaration } from '../declaration'

interface OpenedFieldsProps {
  record: RaRecord
  loading: ReactNode
  children: ReactNode
}

const OpenedFields = ({ record, loading, children }: OpenedFieldsProps) => {
  const { name, rows } = useDeclaration()
  const opens = useMemo(() => Object.entries(rows?.opens ?? {}), [rows])
  const { canAccess } = useCanAccessResources({
    ...{ resources: opens.map(([field]) => `${name}.${field}`), action: 'edit', record },
    ...{ meta: { version: record.version }, placeholderData: keepPreviousData },
  })
  const declaration = useContext(DeclarationContext)
  const { permissions = null } = usePermissions<Role | null>()
  const value = useMemo(() => {
    if (!declaration || !canAccess) return null
    const opened = {
      // The API omits unreadable fields.
      read: opens.flatMap(([field]) => (field in record ? field : [])),
      write: opens.flatMap(([field]) => (canAccess[`${name}.${field}`] ? field : [])),
    }
    return { ...declaration, resource: asReadBy(withOpened(declaration.whole, opened), permissions) }
  }, [declaration, canAccess, opens, record, name, permissions])
  return value ? <DeclarationContext value={value}>{children}</DeclarationContext> : loading
}

export default OpenedFields
