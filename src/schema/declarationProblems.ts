import type { AnyField, Fields, ResourceRef } from './field'
import { snakeCase } from './naming'
import { pathParamNames } from './paths'
import { type AnyResource, formSections, inputNames, systemFields } from './resource'
import { formStyle } from './screens'

/** Words that PostgreSQL takes for its own where a column's name stands. */
const sqlWords = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp
  current_user default deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having ilike
  in initially inner intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not notnull null
  offset on only or order outer overlaps placing primary references returning right select session_user similar some symmetric
  system_user table tablesample then to trailing true union unique user using variadic verbose when where window with`.split(
    /\s+/,
  ),
)

const registry = 'src/resources/index.ts'

/** What a field refers to, if it does. */
const targetOf = (field: AnyField): ResourceRef | null => {
  if (field.kind === 'reference' || field.kind === 'references') return field.options.to()
  return field.kind === 'count' ? field.options.of() : null
}

const fieldProblems = (resource: AnyResource, all: ReadonlyMap<string, AnyResource>): string[] =>
  Object.entries(resource.fields as Fields).flatMap(([name, field]) => {
    const place = `${resource.name}.${name}`
    const isPath = pathParamNames(resource.api).includes(name)
    if (!/^[a-z][A-Za-z0-9]*$/.test(name)) return [`${place}: a field’s name is in camel case, such as validUntil.`]
    if (name in systemFields || name === 'id' || (name === 'tenantId' && !isPath))
      return [`${place}: every record has this field anyway; choose another name.`]
    if (sqlWords.has(snakeCase(name)))
      return [`${place}: SQL keeps the word ${snakeCase(name)} for itself; choose another name.`]
    const target = targetOf(field)
    if (target && !all.has(target.name))
      return [`${place} refers to ${target.name}, which is not in ${registry}: add it there.`]
    if (field.kind === 'count') {
      const { of, by } = field.options
      const counted = ((all.get(of().name)?.fields ?? {}) as Fields)[by]
      if (counted?.kind !== 'reference' || counted.options.to().name !== resource.name)
        return [`${place} counts by ${of().name}.${by}, which is no reference to ${resource.name}.`]
    }
    if (field.kind === 'slug' && field.options.from && !(resource.fields as Fields)[field.options.from])
      return [`${place} is made from ${field.options.from}, and there is no such field.`]
    return []
  })

/** Forms that could never be saved: what must be filled in has no input. */
const formProblems = (resource: AnyResource): string[] => {
  if (resource.screens && formStyle(resource, 'create') === 'own') return []
  const shown = resource.createForm ?? formSections(resource).flatMap(({ fields }) => fields)
  return inputNames(resource)
    .filter(name => (resource.fields as Fields)[name]?.presence === 'required' && !shown.includes(name))
    .map(
      name => `${resource.name}.${name} must be filled in: add it to ${resource.createForm ? 'createForm' : 'form'}.`,
    )
}

/** Resources that nobody would ever see, and screens that could show nothing. */
const screenProblems = (resource: AnyResource, all: ReadonlyMap<string, AnyResource>): string[] => {
  const { name, screens, api, fields } = resource
  const [param, ...further] = pathParamNames(api)
  const problems = [
    ...(screens ? [['screens.base', screens.base] as const] : []),
    ['api', api.replaceAll(/\{\w+\}/g, 'x')] as const,
  ].flatMap(([key, path]) =>
    /^(?:\/[\w-]+)+$/.test(path)
      ? []
      : [`${name}: ${key} begins with a slash and ends without one, such as /gift-vouchers.`],
  )
  if (screens && param) problems.push(`${name}: a nested resource is shown on its parent’s page; leave out screens.`)
  if (!screens && !param) problems.push(`${name}: nobody would see it; say where its screens are, such as /${name}.`)
  if (screens || !param) return problems
  const field = (fields as Fields)[param]
  const parent = field?.kind === 'reference' ? all.get(field.options.to().name) : undefined
  if (further.length > 0 || (parent && !parent.screens))
    problems.push(
      `${name}: only one level of nesting has a page to be shown on; refer to ${parent?.name} by a field instead.`,
    )
  else if (parent && formStyle(parent, 'edit') === 'dialog')
    problems.push(
      `${name} is shown on the page of ${parent.name}, which has none: set its screens.form.edit to ‘page’.`,
    )
  return problems
}

/** Names that two of them have, such as the same address. */
const doubles = (all: readonly AnyResource[], what: string, of: (resource: AnyResource) => string | undefined) => {
  const owners = new Map<string, string>()
  return all.flatMap(resource => {
    const value = of(resource)
    const owner = value === undefined ? undefined : owners.get(value)
    if (value !== undefined) owners.set(value, resource.name)
    return owner === undefined ? [] : [`${owner} and ${resource.name} have the same ${what}, ${value}: change one.`]
  })
}

/**
 * What is wrong with declarations that the compiler cannot see, one sentence each that says what to do. For `npm run db:migration`
 * and the tests; the running product takes declarations as they are.
 */
export const declarationProblems = (resources: readonly AnyResource[]): string[] => {
  const all = new Map(resources.map(resource => [resource.name, resource]))
  return [
    ...doubles(resources, 'name', ({ name }) => name),
    ...doubles(resources, 'label', ({ label }) => label[0]),
    ...doubles(resources, 'api', ({ api }) => api),
    ...doubles(resources, 'screens.base', ({ screens }) => screens?.base),
    ...resources
      .filter(({ name }) => !/^[a-z][A-Za-z0-9]*$/.test(name))
      .map(({ name }) => `${name}: a resource’s name is in camel case, such as giftVouchers.`),
    ...resources.flatMap(resource => [
      ...fieldProblems(resource, all),
      ...formProblems(resource),
      ...screenProblems(resource, all),
    ]),
  ]
}
