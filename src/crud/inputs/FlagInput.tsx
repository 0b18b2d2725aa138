import { useId } from 'react'
import { BooleanInput } from 'react-admin'
import { useMachineText } from '../../i18n/useMachineText'
import type { InputProps } from '../kinds/kindView'
import { commonProps } from './attributes'
import styles from './inputs.module.css'

/** The switch of a `flag` field. */
export const FlagInput = (props: InputProps<'flag'>) => {
  const translate = useMachineText()
  const helpId = useId()
  const { helperText } = props
  return (
    <BooleanInput
      {...commonProps(props)}
      helperText={
        helperText && (
          <span id={helpId} className={styles.flagHelp}>
            {translate(helperText)}
          </span>
        )
      }
      slotProps={{ input: helperText ? { 'aria-describedby': helpId } : {} }}
    />
  )
}
