import { useId } from 'react'
import { BooleanInput, useTranslate } from 'react-admin'
import type { InputProps } from '../kinds'
import { commonProps } from './attributes'
import styles from './inputs.module.css'

export const FlagInput = (props: InputProps<'flag'>) => {
  const translate = useTranslate()
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
