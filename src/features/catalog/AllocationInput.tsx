import { useWatch } from 'react-hook-form'
import type { Variant } from '../../resources/variants'
import type { InputProps } from '../../show'
import styles from './catalog.module.css'
import { useText } from './useText'

const AllocationInput = (props: InputProps<'choice'>) => {
  const text = useText()
  const Input = props.inputOf(props.resource, props.name, props.field)
  const rule = useWatch({ name: props.name }) as Variant['allocation'] | null
  return (
    <div>
      <Input {...props} />
      {rule && (
        <p className={styles.sum} role="status">
          {text(`catalog.allocation.${rule}`)}
        </p>
      )}
    </div>
  )
}

export default AllocationInput
