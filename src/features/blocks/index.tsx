import { lazy } from 'react'
import { blocks as declared } from '../../resources/blocks'
import { defineSubject, viewsOf } from '../../show'

export const blocks = defineSubject({
  views: viewsOf(declared, {
    Effect: lazy(() => import('./BlockEffect')),
    Created: lazy(() => import('./CreatedBlock')),
  }),
})
