import { lazy } from 'react'
import { viewsOf } from '../../crud/views'
import { defineSubject } from '../../layout/product'
import { channels as declared } from '../../resources/channels'

export const channels = defineSubject({
  views: viewsOf(declared, { inputs: { hasPage: lazy(() => import('./PageInput')) } }),
})
