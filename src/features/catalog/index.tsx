import { lazy } from 'react'
import { viewsOf } from '../../crud/views'
import { defineSubject } from '../../layout/product'
import { catalogItems } from '../../resources/catalogItems'

export const catalog = defineSubject({
  views: viewsOf(catalogItems, { panel: { Content: lazy(() => import('./Readiness')), isFirst: true } }),
})
