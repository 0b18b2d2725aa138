import { useWatch } from 'react-hook-form'
import type { FieldKind, Fields } from '../../../schema'
import type { FieldOwner } from '../../kinds/kindView'

export const useSiblingValue = ({ fields }: FieldOwner, kind: FieldKind): unknown => {
  const [name = ''] = Object.entries(fields as Fields).find(([, field]) => field.kind === kind) ?? []
  const value: unknown = useWatch({ name, disabled: name === '' })
  return name === '' ? undefined : value
}
