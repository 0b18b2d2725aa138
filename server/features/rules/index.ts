import type { Subject } from '../../serve'
import { conflictsRoute } from './conflictsRoute'
import { resourceRulesHooks } from './resourceRulesHooks'
import { resourceRuleTypesRoute } from './resourceRuleTypesRoute'

export const rules: Subject = {
  hooks: { resourceRules: resourceRulesHooks },
  routes: [resourceRuleTypesRoute, conflictsRoute],
}
