import { lazy } from 'react'
import { deadLetters } from '../../resources/deadLetters'
import { defineSubject, viewsOf } from '../../show'

export const problems = defineSubject({
  views: viewsOf(deadLetters, { cells: { lastError: lazy(() => import('./ErrorCell')) } }),
})
