import { hasRole } from '../access'
import type { DeclaredAction } from '../action'
import type { AnyField, Fields, KindOptions } from '../field'
import { type AnyResource, allFields } from '../resource'
import { isSaid, kindsSaid, type Said } from '../said'
import { checkValue } from '../validation'
import { didYouMean } from './didYouMean'

interface From {
  action: Pick<DeclaredAction, 'input'>
  record: AnyResource | null
}

const sourceProblem = (place: string, field: AnyField, said: Said, { action, record }: From): string | null => {
  const kinds = kindsSaid(said)
  if (said.says === 'me' && field.kind === 'reference' && field.options.to().name !== 'users')
    return `${place} to me(), and leads to ${field.options.to().name}: the caller is one of users.`
  if (kinds) return kinds.includes(field.kind) ? null : `${place} to ${said.says}(), which is no ${field.kind}.`
  if (said.says !== 'input' && said.says !== 'copied') return null
  const { says, name } = said
  const leadsTo = field.kind === 'reference' ? field.options.to().name : null
  if (says === 'copied' && name === 'id' && record)
    return leadsTo === record.name ? null : `${place} to copied('id'), and it is no reference to ${record.name}.`
  const fields: Fields = says === 'input' ? action.input : record ? allFields(record) : {}
  const source = fields[name]
  if (!source)
    return `${place} to ${says}('${name}'), and there is no such ${says === 'input' ? 'input' : 'field'}.${didYouMean(name, Object.keys(fields))}`
  if (says === 'copied' && source.readRole && !hasRole(field.readRole ?? 'viewer', source.readRole))
    return `${place} to ${says}('${name}'), which not everybody may read: give it at least the readRole of ${name}.`
  if (source.kind !== field.kind) return `${place} to ${says}('${name}'), a ${source.kind} and no ${field.kind}.`
  const from = source.kind === 'reference' ? source.options.to().name : null
  return from === leadsTo ? null : `${place} to ${says}('${name}'), which leads to ${from} and not to ${leadsTo}.`
}

export const setProblems = (
  place: string,
  resource: AnyResource,
  sets: Readonly<Record<string, unknown>>,
  from: From,
): string[] => {
  const fields = allFields(resource)
  return Object.entries(sets).flatMap(([name, value]): string[] => {
    const field = fields[name]
    if (!field)
      return [
        `${place} sets ${resource.name}.${name}, and there is no such field.${didYouMean(name, Object.keys(fields))}`,
      ]
    if (field.computed) return [`${place} sets ${name}, which is computed and not stored: set what it is computed of.`]
    if (isSaid(value)) return [sourceProblem(`${place} sets ${name}`, field, value, from) ?? []].flat()
    if (value === null ? field.presence === 'optional' : !('problem' in checkValue(field.schema, value))) return []
    const values = field.kind === 'choice' ? (field.options as KindOptions['choice']).values : []
    return [`${place} sets ${name} to ${value}, which it cannot be.${didYouMean(String(value), values)}`]
  })
}
