import { lazy } from 'react'
import { catalogItems } from '../../resources/catalogItems'
import { defineSubject, viewsOf } from '../../show'

export const catalog = defineSubject({
  views: viewsOf(catalogItems, { panel: { Content: lazy(() => import('./Readiness')), isFirst: true } }),
})
