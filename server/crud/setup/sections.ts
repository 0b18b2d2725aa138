import {
  type AnyField,
  type AnyResource,
  type Assignment,
  type Field,
  type FieldOfKind,
  type Fields,
  fieldOf,
  inputNames,
  memoize,
  pathParamNames,
  type SetupDeclaration,
} from '../../../src/schema'
import type { ResourceHooks } from '../hooks'

export type Hooks = Readonly<Record<string, ResourceHooks>>

export interface AssignedList {
  name: string
  assignment: Assignment
  target: AnyResource
}

export interface Section {
  resource: AnyResource
  setup: SetupDeclaration<Fields>
  hooks: ResourceHooks
  parentField: string | null
  nested: readonly Section[]
  fields: readonly (readonly [name: string, field: AnyField])[]
  lists: readonly AssignedList[]
}

export const setupOf = ({ setup }: AnyResource): SetupDeclaration<Fields> | undefined =>
  setup as SetupDeclaration<Fields> | undefined

type Referring = FieldOfKind<'reference' | 'references'>

export const isReferring = (field: AnyField): field is Referring =>
  field.kind === 'reference' || field.kind === 'references'

export const targetOf = (field: Referring): AnyResource => field.options.to() as AnyResource

const refersWithin = (field: AnyField): boolean =>
  field.kind === 'items' && Object.values((field as Field<'items'>).options.fields).some(isReferring)

const isCarried = (field: AnyField): boolean =>
  field.kind !== 'image' &&
  field.kind !== 'file' &&
  !(isReferring(field) && !setupOf(targetOf(field))) &&
  !refersWithin(field)

const fieldsOf = (resource: AnyResource): Section['fields'] =>
  (setupOf(resource)?.fields ?? inputNames(resource)).flatMap(name => {
    const field = fieldOf(resource, name)
    return field && isCarried(field) ? [[name, field] as const] : []
  })

const listsOf = ({ assigns = {} }: AnyResource): AssignedList[] =>
  Object.entries(assigns).flatMap(([name, assignment]) => {
    const target = assignment.of() as AnyResource
    return assignment.through || !setupOf(target) ? [] : [{ name, assignment, target }]
  })

const parentOf = (resource: AnyResource): AnyResource | null => {
  const [param] = pathParamNames(resource.api)
  const field = param === undefined ? undefined : fieldOf(resource, param)
  return field && isReferring(field) ? targetOf(field) : null
}

const sectionOf = (resource: AnyResource, all: readonly AnyResource[], hooks: Hooks): Section => ({
  resource,
  setup: setupOf(resource) ?? { key: [] },
  hooks: hooks[resource.name] ?? {},
  parentField: pathParamNames(resource.api)[0] ?? null,
  nested: all.filter(each => parentOf(each)?.name === resource.name).map(each => sectionOf(each, all, hooks)),
  fields: fieldsOf(resource),
  lists: listsOf(resource),
})

export const withNested = (section: Section): Section[] => [section, ...section.nested.flatMap(withNested)]

const needsOf = (section: Section): string[] =>
  withNested(section).flatMap(({ fields, lists }) => [
    ...fields.flatMap(([, field]) => (isReferring(field) ? targetOf(field).name : [])),
    ...lists.map(({ target }) => target.name),
  ])

/** Each section follows those that it refers to; in a circle, the first declared comes first. */
const inOrder = (sections: readonly Section[]): Section[] => {
  const left = [...sections]
  const ordered: Section[] = []
  while (left.length > 0) {
    const isFree = (section: Section) =>
      needsOf(section).every(name => name === section.resource.name || !left.some(each => each.resource.name === name))
    const next = left.find(isFree) ?? (left[0] as Section)
    left.splice(left.indexOf(next), 1)
    ordered.push(next)
  }
  return ordered
}

export const sectionsOf = memoize((resources: readonly AnyResource[]) =>
  memoize((hooks: Hooks): readonly Section[] => {
    const carried = resources.filter(each => setupOf(each) && each.scope === 'tenant')
    const top = carried.filter(each => pathParamNames(each.api).length === 0)
    return inOrder(top.map(each => sectionOf(each, carried, hooks)))
  }),
)

export const tenantSection = memoize((resources: readonly AnyResource[]) =>
  memoize((hooks: Hooks): Section | null => {
    const tenants = resources.find(({ name }) => name === 'tenants')
    return tenants && setupOf(tenants) ? { ...sectionOf(tenants, [], hooks), parentField: null, nested: [] } : null
  }),
)
