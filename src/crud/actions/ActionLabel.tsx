import { useMachineText } from '../../i18n/useMachineText'
import type { NamedAction } from '../../schema'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'
import { useAsksFirst } from './useStartAction'

export const ActionLabel = ({ named }: { named: NamedAction }) => {
  const asksFirst = useAsksFirst()
  const text = useMachineText()
  const label = text(resourceKeys(useDeclaration()).action(named.name, 'label'))
  return asksFirst(named) ? text('crud.action.asks', { label }) : label
}
