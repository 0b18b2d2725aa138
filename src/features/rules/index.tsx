import { viewsOf } from '../../crud/views'
import { defineSubject } from '../../layout/product'
import { resourceRules } from '../../resources/resourceRules'
import { AffectedCell } from './AffectedCell'

export const rules = defineSubject({
  views: viewsOf(resourceRules, { cells: { affectedResourceCount: AffectedCell } }),
})
