import type { FieldErrors, FieldValues } from 'react-hook-form'
import type { DeclaredKey } from '../../i18n/text'
import type { Fields } from '../../schema'
import type { FieldOwner } from '../kinds/kindView'
import { structureOf, typedStructure } from '../structure'
import { resourceKeys } from '../text/resourceKeys'

export interface ErrorEntry {
  path: string
  /** Outermost first; numbers are positions. */
  labels: (DeclaredKey | number)[]
  message: string
}

type ErrorNode = { message?: unknown; root?: { message?: unknown } } & { readonly [name: string]: unknown }

const asNode = (value: unknown): ErrorNode | null =>
  typeof value === 'object' && value !== null ? (value as ErrorNode) : null

const messageOf = (node: ErrorNode): string => String(node.message ?? node.root?.message ?? '')

const anyMessage = (node: ErrorNode): string =>
  messageOf(node) ||
  Object.entries(node)
    .filter(([name]) => name !== 'ref')
    .map(([, inner]) => asNode(inner))
    .map(inner => (inner ? anyMessage(inner) : ''))
    .find(Boolean) ||
  ''

interface Position {
  owner: FieldOwner
  path: string
  labels: (DeclaredKey | number)[]
}

const entriesOf = (name: string, node: ErrorNode, at: Position, values: FieldValues): ErrorEntry[] => {
  const field = (at.owner.fields as Fields)[name]
  const path = at.path ? `${at.path}.${name}` : name
  const labels = [...at.labels, resourceKeys(at.owner).field(name)]
  const within = (owner: FieldOwner, part: ErrorNode, place: Pick<Position, 'path' | 'labels'>) =>
    Object.keys(owner.fields as Fields).flatMap(inner => {
      const problem = asNode(part[inner])
      return problem ? entriesOf(inner, problem, { owner, ...place }, (values[name] ?? {}) as FieldValues) : []
    })
  let found: ErrorEntry[] = []
  if (field?.kind === 'group') {
    found = within(structureOf(at.owner, name, field.options.fields), node, { path, labels })
  } else if (field?.kind === 'typed') {
    const type = String(values[field.options.by])
    const fields = field.options.types[type]?.fields
    if (fields) found = within(typedStructure(at.owner, name, type, fields), node, { path, labels: at.labels })
  } else if (field?.kind === 'items') {
    const owner = structureOf(at.owner, name, field.options.fields)
    found = Object.entries(node).flatMap(([index, item]) => {
      const part = /^\d+$/.test(index) ? asNode(item) : null
      const place = { path: `${path}.${index}`, labels: [resourceKeys(owner).name, Number(index) + 1] }
      return part ? within(owner, part, place) : []
    })
  }
  return found.length > 0 ? found : [{ path, labels, message: anyMessage(node) }]
}

export const errorEntries = (owner: FieldOwner, errors: FieldErrors, values: FieldValues): ErrorEntry[] =>
  Object.entries(errors).flatMap(([name, error]) => {
    const node = name === 'root' ? null : asNode(error)
    return node ? entriesOf(name, node, { owner, path: '', labels: [] }, values) : []
  })
