import { lazy } from 'react'
import { catalogItems } from '../../resources/catalogItems'
import { variants } from '../../resources/variants'
import { defineSubject, viewsOf } from '../../show'

export const catalog = defineSubject({
  views: {
    ...viewsOf(catalogItems, { panel: { Content: lazy(() => import('./Readiness')), isFirst: true } }),
    ...viewsOf(variants, {
      inputs: { phases: lazy(() => import('./PhasesInput')), allocation: lazy(() => import('./AllocationInput')) },
    }),
  },
})
