import { lazy } from 'react'
import { demand as declared } from '../../resources/demand'
import { defineSubject, viewsOf } from '../../show'

export const demand = defineSubject({
  views: viewsOf(declared, {
    cells: {
      status: lazy(() => import('./StatusCell')),
      variantId: lazy(() => import('../waitlist/VariantCell')),
    },
    inputs: { variantId: lazy(() => import('./VariantInput')) },
    panel: { Content: lazy(() => import('./WishedTime')), isFirst: true },
  }),
})
