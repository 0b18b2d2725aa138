import { useRecordContext } from 'ra-core'
import type { CellProps } from '../kinds'
import { typedStructure } from '../structure'
import { StructureLines } from './StructureCell'

/** The parameters of the record around it, with the labels that its type gives them. */
export const TypedCell = ({ resource, name, field, value, cellOf }: CellProps<'typed'>) => {
  const { by, types } = field.options
  const type = String(useRecordContext()?.[by])
  const fields = types[type]?.fields
  return fields ? (
    <StructureLines owner={typedStructure(resource, name, type, fields)} value={value} cellOf={cellOf} />
  ) : null
}
