import { useMemo } from 'react'
import type { InputProps } from '../../kinds/kindView'
import { structureOf } from '../../structure'
import { InputFrame } from '../InputFrame'
import { StructureFields } from './StructureFields'

export const GroupInput = (props: InputProps<'group'>) => {
  const { resource, name, field, inputOf } = props
  const owner = useMemo(() => structureOf(resource, name, field.options.fields), [resource, name, field])
  return (
    <InputFrame input={props} error={undefined}>
      <StructureFields owner={owner} source={name} inputOf={inputOf} />
    </InputFrame>
  )
}
