import { useCanAccess } from 'ra-core'
import { lazy, Suspense } from 'react'
import { useDeclaration } from '../declaration'

const OpenTrash = lazy(() => import('./OpenTrash'))

/** Leads to the trash of the surrounding list, if it has one, for those who may delete. */
export const TrashLink = () => {
  const { name, trash } = useDeclaration()
  const { canAccess } = useCanAccess({ resource: name, action: 'delete' })
  if (!trash || !canAccess) return null
  return (
    <Suspense fallback={null}>
      <OpenTrash />
    </Suspense>
  )
}
