import { useMachineText } from '../../i18n/useMachineText'
import { type AnyField, unitOf } from '../../schema'
import { resourceKeys } from '../text/resourceKeys'
import type { FieldOwner } from './kindView'

interface UnitProps {
  resource: Pick<FieldOwner, 'name'>
  name: string
  field: AnyField
}

export const useUnit = ({ resource, name, field }: UnitProps): string | undefined => {
  const text = useMachineText()
  const unit = unitOf(field)
  return unit && text(resourceKeys(resource).unit(name), { _: unit })
}

export const Unit = (props: UnitProps) => {
  const unit = useUnit(props)
  return unit && <>{`\u00a0${unit}`}</>
}
