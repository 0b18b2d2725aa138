import { lazy, Suspense } from 'react'
import { useDeclaration } from '../declaration'

const OpenTrash = lazy(() => import('./OpenTrash'))

/** For those who may delete. */
export const TrashLink = () =>
  useDeclaration().trash ? (
    <Suspense fallback={null}>
      <OpenTrash />
    </Suspense>
  ) : null
