import { type AnyResource, type FieldKind, fieldOf } from '../../schema'

export interface ListColumn {
  name: string
  kind: FieldKind
  align: 'left' | 'right'
  isSortable: boolean
}

/** Compared digit by digit, so they stand right. */
const rightAligned: readonly FieldKind[] = ['integer', 'minutes', 'money', 'count']
/** The API has no order for these. */
const unsortable: readonly FieldKind[] = [
  ...(['tags', 'weekdays', 'references', 'weeklyHours', 'dateOverrides', 'group', 'items', 'typed'] as const),
]

const made = new WeakMap<AnyResource, readonly ListColumn[]>()

/** A declaration's columns, made once. */
export const columnsOf = (resource: AnyResource): readonly ListColumn[] => {
  const known = made.get(resource)
  if (known) return known
  const columns = resource.list.columns.map((name: string): ListColumn => {
    const kind = fieldOf(resource, name)?.kind ?? 'text'
    return {
      name,
      kind,
      align: rightAligned.includes(kind) ? 'right' : 'left',
      isSortable: !unsortable.includes(kind),
    }
  })
  made.set(resource, columns)
  return columns
}
