import type { AnyField, Fields } from '../field'
import { pathParamNames } from '../paths'
import { type AnyResource, allFields, inputNames, type SetupDeclaration } from '../resource'
import { checkValue } from '../validation'
import { didYouMean } from './didYouMean'

const keyKinds: readonly string[] = ['text', 'slug', 'email', 'phone', 'choice']

/** The key's last field must have a value, and a parent must be in the document. */
export const setupProblems = (resource: AnyResource, all: ReadonlyMap<string, AnyResource>): string[] => {
  const declared = resource.setup as SetupDeclaration<Fields> | undefined
  if (!declared) return []
  const { name, api, scope } = resource
  const place = `${name}.setup`
  const fields = allFields(resource)
  const unknown = (path: string, names: readonly string[]) =>
    names
      .filter(each => !fields[each])
      .map(each => `${place}.${path} has ${each}, and there is no such field.${didYouMean(each, Object.keys(fields))}`)
  const inputs = inputNames(resource)
  const [param, ...further] = pathParamNames(api)
  const parent = param === undefined ? undefined : (fields[param] as AnyField | undefined)
  const isNestedWell =
    further.length === 0 && parent?.kind === 'reference' && all.get(parent.options.to().name)?.setup !== undefined
  const last = declared.key.at(-1)
  const isAlwaysThere = last !== undefined && (fields[last]?.presence !== 'optional' || fields[last]?.kind === 'slug')
  return [
    ...unknown('key', declared.key),
    ...unknown('fields', declared.fields ?? []),
    ...unknown('only', Object.keys(declared.only ?? {})),
    ...unknown('where', Object.keys(declared.where ?? {})),
    ...unknown('retired', Object.keys(declared.retired ?? {})),
    ...declared.key
      .filter(each => fields[each] && !keyKinds.includes(fields[each].kind))
      .map(each => `${place}.key has ${each}, a ${fields[each]?.kind}: a record is named by a text.`),
    ...(scope === 'tenant' && !isAlwaysThere
      ? [`${place}.key ends with a field that may be empty: the last one names every record.`]
      : []),
    ...(param !== undefined && scope === 'tenant' && !isNestedWell
      ? [`${place}: a nested record needs one parent, which has setup itself.`]
      : []),
    ...Object.entries(declared.retired ?? {})
      .filter(
        ([each, value]) =>
          fields[each] && (!inputs.includes(each) || 'problem' in checkValue(fields[each].schema, value)),
      )
      .map(([each, value]) => `${place}.retired sets ${each} to ${value}, which it cannot be.`),
  ]
}
