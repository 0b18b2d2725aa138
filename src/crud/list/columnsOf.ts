import type { DeclaredKey } from '../../i18n/text'
import { type AnyResource, type FieldKind, fieldOf, joinedNames, memoize } from '../../schema'
import { viewOf } from '../kinds'
import { resourceKeys } from '../text/resourceKeys'

export interface ListColumn {
  name: string
  names: readonly string[]
  label: DeclaredKey
  kind: FieldKind
  align: 'left' | 'right'
  isSortable: boolean
}

/** Inactive records say so beside their names. */
export const columnsOf = memoize((resource: AnyResource): readonly ListColumn[] => {
  const keys = resourceKeys(resource)
  const shown: readonly string[] = resource.list.columns.filter((name: string) => name !== 'isActive')
  return shown.map((name: string): ListColumn => {
    const field = fieldOf(resource, name)
    const kind = field?.kind ?? 'text'
    const isJoined = resource.list.joined?.[name] !== undefined
    return {
      name,
      names: joinedNames(resource, name),
      label: isJoined ? keys.joined(name) : keys.field(name),
      kind,
      align: viewOf({ kind }).align ?? 'left',
      isSortable: field?.traits.sort !== 'none',
    }
  })
})
