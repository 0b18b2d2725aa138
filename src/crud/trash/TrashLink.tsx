import { lazy } from 'react'
import { useDeclaration } from '../declaration'

export const loadTrash = () => import('./OpenTrash')
const OpenTrash = lazy(loadTrash)

/** For those who may delete. Suspends. */
export const TrashLink = () => (useDeclaration().trash ? <OpenTrash /> : null)
