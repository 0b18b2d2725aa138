import { lazy } from 'react'
import { viewsOf } from '../../crud/views'
import { defineSubject } from '../../layout/product'
import { bookableResources as declared } from '../../resources/resources'

export const bookableResources = defineSubject({
  views: viewsOf(declared, {
    dialogs: { reassign: lazy(() => import('./ReassignDialog')) },
    inputs: { capacity: lazy(() => import('./CapacityInput')) },
  }),
})
