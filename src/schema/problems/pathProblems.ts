import type { Fields } from '../field'
import { pathParamNames } from '../paths'
import type { AnyResource, Assignment } from '../resource'
import { didYouMean } from './didYouMean'

const belowProblems = ({ name, api, fields }: AnyResource, all: ReadonlyMap<string, AnyResource>): string[] => {
  const [param] = pathParamNames(api)
  if (param === undefined) return []
  const field = (fields as Fields)[param]
  if (field?.kind !== 'reference') {
    const references = Object.entries(fields as Fields).flatMap(([other, { kind }]) =>
      kind === 'reference' ? other : [],
    )
    return [`${name}: {${param}} in its path is no reference among its fields.${didYouMean(param, references)}`]
  }
  const parent = all.get(field.options.to().name)
  const prefix = api.slice(0, api.indexOf(`/{${param}}`))
  if (!parent || parent.api === prefix) return []
  // `screenProblems` refuses deeper nesting.
  if (pathParamNames(parent.api).length > 0) return []
  return [`${name}: its path is below ${prefix}, where nothing is: that of ${parent.name} is ${parent.api}.`]
}

const assignmentProblems = (
  resource: AnyResource,
  [name, { of, path, rank, through, shows = {} }]: [string, Assignment],
  all: ReadonlyMap<string, AnyResource>,
): string[] => {
  const place = `${resource.name}.assigns.${name}`
  const other = all.get(of().name)
  if (!other) return [`${place} is of ${of().name}, which is not in src/resources/index.ts: add it there.`]
  const fields: Fields = other.fields
  const links = Object.entries(fields).flatMap(([field, { kind }]) => (kind === 'references' ? field : []))
  return [
    ...(path.startsWith(`${resource.api}/{id}/`)
      ? []
      : [`${place}: its path is below a record, such as ${resource.api}/{id}/${name}.`]),
    ...(!rank && !through
      ? [`${place} has neither rank nor through: say in which order it is, or which field holds it.`]
      : []),
    ...(through && !links.includes(through)
      ? [`${place} goes through ${other.name}.${through}, which are no references.${didYouMean(through, links)}`]
      : []),
    ...Object.values(shows)
      .filter(field => !fields[field])
      .map(
        field =>
          `${place} shows ${other.name}.${field}, and there is no such field.${didYouMean(field, Object.keys(fields))}`,
      ),
  ]
}

export const pathProblems = (resource: AnyResource, all: ReadonlyMap<string, AnyResource>): string[] => [
  ...belowProblems(resource, all),
  ...Object.entries((resource.assigns ?? {}) as Record<string, Assignment>).flatMap(entry =>
    assignmentProblems(resource, entry, all),
  ),
]
