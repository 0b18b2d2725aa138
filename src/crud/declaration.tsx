import { ResourceContextProvider, usePermissions } from 'ra-core'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { type AnyResource, asReadBy, type Role } from '../schema'

/** In the data provider's `meta`. */
export type PathParameters = Readonly<Record<string, string>>

interface Declaration {
  resource: AnyResource
  /** Includes unreadable fields. */
  whole: AnyResource
  meta: PathParameters | undefined
  isElsewhere: boolean
}

export const DeclarationContext = createContext<Declaration | null>(null)

interface DeclarationProviderProps {
  resource: AnyResource
  meta?: PathParameters
  /** Editing opens the resource's own page. */
  isElsewhere?: boolean
  children: ReactNode
}

/** Without fields that this person may not read. */
export const DeclarationProvider = ({ resource, meta, isElsewhere = false, children }: DeclarationProviderProps) => {
  const { permissions = null } = usePermissions<Role | null>()
  const value = useMemo(
    () => ({ resource: asReadBy(resource, permissions), whole: resource, meta, isElsewhere }),
    [resource, permissions, meta, isElsewhere],
  )
  return (
    <DeclarationContext value={value}>
      <ResourceContextProvider value={resource.name}>{children}</ResourceContextProvider>
    </DeclarationContext>
  )
}

const useContextOrThrow = (): Declaration => {
  const declaration = useContext(DeclarationContext)
  if (!declaration) throw new Error('useDeclaration must be used inside a DeclarationProvider.')
  return declaration
}

/**
 * The surrounding screen's resource, without fields that this person may not read.
 * @throws outside a `DeclarationProvider`
 */
export const useDeclaration = (): AnyResource => useContextOrThrow().resource

/**
 * The surrounding path parameters, such as the parent's id.
 *
 * @throws outside a `DeclarationProvider`
 */
export const useMeta = (): PathParameters | undefined => useContextOrThrow().meta

/** False outside a `DeclarationProvider`. */
export const useIsElsewhere = (): boolean => useContext(DeclarationContext)?.isElsewhere ?? false
