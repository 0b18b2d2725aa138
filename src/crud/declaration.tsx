import { ResourceContextProvider, usePermissions } from 'ra-core'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { type AnyResource, asReadBy, type Role } from '../schema'

/** The parameters of a nested resource's path; the data provider takes them as `meta`. */
export type PathParameters = Readonly<Record<string, string>>

interface Declaration {
  resource: AnyResource
  meta: PathParameters | undefined
  isElsewhere: boolean
}

const DeclarationContext = createContext<Declaration | null>(null)

interface DeclarationProviderProps {
  resource: AnyResource
  meta?: PathParameters
  /** The records are shown on another resource's screen: editing one leads to its own address. */
  isElsewhere?: boolean
  children: ReactNode
}

/** Provides react-admin's resource context, and the declaration for this person: without fields that their role may not read. */
export const DeclarationProvider = ({ resource, meta, isElsewhere = false, children }: DeclarationProviderProps) => {
  const { permissions = null } = usePermissions<Role | null>()
  const value = useMemo(
    () => ({ resource: asReadBy(resource, permissions), meta, isElsewhere }),
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

/** @throws outside a `DeclarationProvider` */
export const useDeclaration = (): AnyResource => useContextOrThrow().resource

/** The path parameters that every call about these records must carry. @throws outside a `DeclarationProvider` */
export const useMeta = (): PathParameters | undefined => useContextOrThrow().meta

/** Whether these records are shown on another resource's screen. False outside a `DeclarationProvider`. */
export const useIsElsewhere = (): boolean => useContext(DeclarationContext)?.isElsewhere ?? false
