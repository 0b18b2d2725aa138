import { type AnyResource, type Fields, snakeCase } from '../../src/schema'

/** An ordered set of references with its own table. */
export interface Link {
  owner: AnyResource
  target: AnyResource
  name: string
  table: string
  rank: string
}

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const beginningWith = (resource: AnyResource, name: string): string =>
  camelCase(`${resource.label[0].toLowerCase().replace(/\W+/g, '_')}_${snakeCase(name)}`)

/** The link of a `references` field; null for other kinds. */
export const linkOf = (owner: AnyResource, name: string): Link | null => {
  const field = (owner.fields as Fields)[name]
  if (field?.kind !== 'references') return null
  const target = field.options.to() as AnyResource
  return { owner, target, name, table: camelCase(`${snakeCase(owner.name)}_${snakeCase(name)}`), rank: 'position' }
}

/** The assignment's own link if it is ordered, otherwise that of the other resource's field. */
export const assignmentLink = (resource: AnyResource, name: string): Link => {
  const assignment = resource.assigns?.[name]
  if (!assignment) throw new Error(`${resource.name} has no assignment "${name}".`)
  const other = assignment.of() as AnyResource
  if (assignment.through) {
    const link = linkOf(other, assignment.through)
    if (link?.target.name !== resource.name)
      throw new Error(`${other.name}.${assignment.through} does not refer to ${resource.name}.`)
    return link
  }
  if (!assignment.rank) throw new Error(`The assignment ${resource.name}.${name} has neither an order nor a field.`)
  return { owner: resource, target: other, name, table: beginningWith(resource, name), rank: assignment.rank }
}

export const linksOf = (owner: AnyResource): Link[] => [
  ...Object.keys(owner.fields as Fields).flatMap(name => linkOf(owner, name) ?? []),
  ...Object.entries(owner.assigns ?? {}).flatMap(([name, { through }]) => (through ? [] : assignmentLink(owner, name))),
]
