import { lazy } from 'react'
import { channels as declared } from '../../resources/channels'
import { defineSubject, viewsOf } from '../../show'

export const channels = defineSubject({
  views: viewsOf(declared, { inputs: { hasPage: lazy(() => import('./PageInput')) } }),
})
