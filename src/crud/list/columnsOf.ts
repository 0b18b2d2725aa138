import { type AnyResource, type FieldKind, fieldOf } from '../../schema'
import { viewOf } from '../kinds'

export interface ListColumn {
  name: string
  kind: FieldKind
  align: 'left' | 'right'
  isSortable: boolean
}

const made = new WeakMap<AnyResource, readonly ListColumn[]>()

/** A declaration's columns; the same array each time. */
export const columnsOf = (resource: AnyResource): readonly ListColumn[] => {
  const known = made.get(resource)
  if (known) return known
  const columns = resource.list.columns.map((name: string): ListColumn => {
    const field = fieldOf(resource, name)
    const kind = field?.kind ?? 'text'
    return {
      name,
      kind,
      align: viewOf({ kind }).align ?? 'left',
      isSortable: field?.traits.sort !== 'none',
    }
  })
  made.set(resource, columns)
  return columns
}
