import { ResourceContextProvider } from 'ra-core'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { AnyResource } from '../schema'

/** The parameters of a nested resource's path, which the data provider takes as `meta`. */
export type PathParameters = Readonly<Record<string, string>>

interface Declaration {
  resource: AnyResource
  meta: PathParameters | undefined
}

const DeclarationContext = createContext<Declaration | null>(null)

interface DeclarationProviderProps {
  resource: AnyResource
  meta?: PathParameters
  children: ReactNode
}

/** Says which declaration the screens below are made from, to us and to react-admin. */
export const DeclarationProvider = ({ resource, meta, children }: DeclarationProviderProps) => {
  const value = useMemo(() => ({ resource, meta }), [resource, meta])
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

/** What every call about these records must carry. @throws outside a `DeclarationProvider` */
export const useMeta = (): PathParameters | undefined => useContextOrThrow().meta
