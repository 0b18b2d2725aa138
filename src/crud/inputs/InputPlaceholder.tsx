import { useMachineText } from '../../i18n/useMachineText'
import type { InputProps } from '../kinds/kindView'
import styles from './inputs.module.css'

/** As high as the loading input. */
export const InputPlaceholder = ({ field, helperText }: Pick<InputProps, 'field' | 'helperText'>) => {
  const translate = useMachineText()
  return (
    <div className={styles.placeholder} data-kind={field.kind}>
      {helperText && <p>{translate(helperText)}</p>}
    </div>
  )
}
