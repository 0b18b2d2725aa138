import { lazy } from 'react'
import { resourceRules } from '../../resources/resourceRules'
import { defineSubject, viewsOf } from '../../show'

export const rules = defineSubject({
  views: viewsOf(resourceRules, { cells: { affectedResourceCount: lazy(() => import('./AffectedCell')) } }),
})
