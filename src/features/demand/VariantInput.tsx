import type { InputProps } from '../../show'
import { VariantChoice } from '../waitlist/VariantInput'
import { useText } from './useText'

const VariantInput = (props: InputProps<'reference'>) => {
  const text = useText()
  return <VariantChoice input={props} label={text('demand.variant')} accepts={({ isActive }) => isActive} />
}

export default VariantInput
