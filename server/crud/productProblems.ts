import { coreNames } from '../../src/core'
import { type AnyResource, actionsOf, type Fields, hasRole, kindOf, takeBackRole } from '../../src/schema'
import { declarationProblems } from '../../src/schema/declarationProblems'
import { didYouMean } from '../../src/schema/problems/didYouMean'
import type { Route } from '../http/route'
import type { Product } from './product'

const mismatches = (
  written: Readonly<Record<string, unknown>>,
  declared: readonly string[],
  { missing, needless }: { missing: (name: string) => string; needless: (name: string) => string },
): string[] => [
  ...declared.filter(name => !written[name]).map(missing),
  ...Object.keys(written)
    .filter(name => !declared.includes(name))
    .map(name => needless(name) + didYouMean(name, declared)),
]

const problemsOf = (resource: AnyResource, allHooks: Product['hooks']): string[] => {
  const hooks = allHooks[resource.name] ?? {}
  const { name, list, assigns = {} } = resource
  const of = (field: string): string => `${name}.${field}`
  const hook = (part: string, key: string): string => `The hooks of ${name} have ${part}.${key}, and`
  const fields = Object.entries(resource.fields as Fields)
  const computed = fields.filter(([, field]) => field.computed && !field.derived).map(([field]) => field)
  const coded = actionsOf(resource).flatMap(([action, { isCoded }]) => (isCoded ? action : []))
  const own = Object.keys((list.filterFields ?? {}) as Fields)
  return [
    ...mismatches(hooks.computed ?? {}, computed, {
      missing: field => `${of(field)} is computed, and nobody says how: name it in computed of the hooks of ${name}.`,
      needless: field => `${hook('computed', field)} the declaration has no computed field of this name.`,
    }),
    ...mismatches(hooks.actions ?? {}, coded, {
      missing: action => `${of(action)} is declared, and the server has no function for it: add it with actionsFor.`,
      needless: action => `The server has a function for ${of(action)}, which is no coded action.`,
    }),
    ...fields
      .filter(([field, declared]) => computed.includes(field) && kindOf(declared).columns(declared.options).length > 1)
      .filter(([field]) => list.filters?.includes(field) && !hooks.filters?.[field])
      .map(
        ([field, { kind }]) =>
          `${of(field)} is computed, and a ${kind} is compared by its stored parts: name it in filters of the hooks of ${name}.`,
      ),
    ...((list.search ?? []) as readonly string[]).flatMap(field => {
      const declared = (resource.fields as Fields)[field]
      const target = declared?.kind === 'reference' ? declared.options.to().name : ''
      return allHooks[target]?.visible
        ? [`${name}.list.search follows ${field} to ${target}, which a hook hides from some people: leave it out.`]
        : []
    }),
    ...own
      .filter(filter => !hooks.filters?.[filter])
      .map(
        filter =>
          `${of(filter)} is a filter, and nobody says what it finds: name it in filters of the hooks of ${name}.`,
      ),
    ...Object.keys(hooks.figures ?? {})
      .filter(field => !computed.includes(field))
      .map(
        field =>
          `${hook('figures', field)} the declaration has no computed field of this name.${didYouMean(field, computed)}`,
      ),
    ...Object.keys(hooks.concerns ?? {})
      .filter(assignment => !assigns[assignment])
      .map(
        key =>
          `${hook('concerns', key)} the declaration assigns nothing of this name.${didYouMean(key, Object.keys(assigns))}`,
      ),
  ]
}

export const scopeProblems = (routes: readonly Route[], { apiScopes }: Pick<Product, 'apiScopes'>): string[] => {
  if (!apiScopes) return []
  return routes.flatMap(({ method, path, access, scopes = [] }) => {
    const place = `${method} ${path}`
    if (scopes.length > 0 && (access.who !== 'member' || hasRole(access.role, 'owner')))
      return [`${place} names scopes, and keys act as admins of one tenant at most.`]
    return scopes
      .filter(name => !Object.hasOwn(apiScopes, name))
      .map(name => `${place} names the scope ${name}, which is not there.${didYouMean(name, Object.keys(apiScopes))}`)
  })
}

export const takeBackProblems = ({
  resources,
  hooks,
  routes,
}: Pick<Product, 'resources' | 'hooks' | 'routes'>): string[] => {
  const own = new Set(routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`))
  return resources.flatMap(resource => {
    const { name, api } = resource
    const { writes, shownOnce } = hooks[name] ?? {}
    if (resource.scope === 'platform' || takeBackRole(resource, { action: 'updated', via: null }) === null) return []
    const path = api.replace(/\{\w+\}/g, '{}')
    const isWritten = [`POST ${path}`, `PATCH ${path}/{}`, `DELETE ${path}/{}`].some(address => own.has(address))
    if (shownOnce) return [`${name} hold something that is shown once: say notTakenBack in the declaration, and why.`]
    if (!isWritten || writes) return []
    return [
      `${name} are written by routes of the product: give hooks.writes, by which changes are taken back, or say notTakenBack.`,
    ]
  })
}

export const hookProblems = ({ resources, hooks, without }: Pick<Product, 'resources' | 'hooks' | 'without'>) => {
  const names = resources.map(({ name }) => name)
  const strangers = (given: object, part: string): string[] =>
    Object.keys(given)
      .filter(name => !names.includes(name))
      .map(name => `${part} of the product are for ${name}, and there is no such resource.${didYouMean(name, names)}`)
  return [
    ...strangers(hooks, 'The hooks'),
    ...strangers(without, 'The omitted operations'),
    ...resources.flatMap(resource => problemsOf(resource, hooks)),
  ]
}

/** The compiler cannot see these mistakes. A server with one does not start. */
export const productProblems = (product: Parameters<typeof hookProblems>[0]): string[] => [
  ...coreNames
    .filter(name => !product.resources.some(resource => resource.name === name))
    .map(name => `There is no resource ${name}: make the list of resources with withCore (src/core/withCore.ts).`),
  ...declarationProblems(product.resources),
  ...hookProblems(product),
]
