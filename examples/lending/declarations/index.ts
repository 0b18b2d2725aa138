import { withCore } from 'slotwise/declare'
import { borrowers } from './borrowers'
import { categories } from './categories'
import { equipment } from './equipment'
import { lendingRules } from './lendingRules'
import { loans } from './loans'
import { repairs } from './repairs'

export const resources = withCore([loans, equipment, borrowers, categories, repairs, lendingRules])
