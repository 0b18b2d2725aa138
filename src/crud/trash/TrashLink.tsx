import { lazy, Suspense } from 'react'
import { useDeclaration } from '../declaration'

const OpenTrash = lazy(() => import('./OpenTrash'))

/** Leads to the trash of the surrounding list, if it has one, for those who may delete. */
export const TrashLink = () =>
  useDeclaration().trash ? (
    <Suspense fallback={null}>
      <OpenTrash />
    </Suspense>
  ) : null
