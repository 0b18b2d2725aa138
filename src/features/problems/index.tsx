import { lazy } from 'react'
import { viewsOf } from '../../crud/views'
import { defineSubject } from '../../layout/product'
import { deadLetters } from '../../resources/deadLetters'

export const problems = defineSubject({
  views: viewsOf(deadLetters, { cells: { lastError: lazy(() => import('./ErrorCell')) } }),
})
