import { resourceRules } from '../../resources/resourceRules'
import { defineSubject, viewsOf } from '../../show'
import { AffectedCell } from './AffectedCell'

export const rules = defineSubject({
  views: viewsOf(resourceRules, { cells: { affectedResourceCount: AffectedCell } }),
})
