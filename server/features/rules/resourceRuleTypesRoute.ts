import { calls } from '../../../src/calls'
import { objectSchemaOf } from '../../../src/declare'
import { ruleTypeNames, ruleTypes } from '../../../src/resources/ruleTypes'
import { implement } from '../../serve'

const answer = ruleTypeNames.map(name => {
  const { label, class: ruleClass, help, fields } = ruleTypes[name]
  return { ruleType: name, label, class: ruleClass, help, parameters: objectSchemaOf(fields) }
})

/** For clients that build their own forms. */
export const resourceRuleTypesRoute = implement(calls.rules.types, async () => answer)
