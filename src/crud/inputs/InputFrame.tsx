import FormHelperText from '@mui/material/FormHelperText'
import { FieldTitle } from 'ra-core'
import { type ReactNode, useId } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import type { InputProps } from '../kinds/kindView'
import styles from './inputs.module.css'

interface InputFrameProps {
  input: Pick<InputProps, 'resource' | 'name' | 'isRequired' | 'helperText'>
  error: string | undefined
  label?: string | undefined
  children: ReactNode
}

/** A `fieldset` for a field of several controls. */
export const InputFrame = ({ input, error, label, children }: InputFrameProps) => {
  const { resource, name, isRequired, helperText } = input
  const translate = useMachineText()
  const id = useId()
  return (
    <fieldset className={styles.frame} aria-describedby={helperText || error ? id : undefined}>
      <legend>
        <FieldTitle label={label} source={name} resource={resource.name} isRequired={isRequired} />
      </legend>
      <div id={id}>
        {helperText && <p className={styles.frameHelp}>{translate(helperText)}</p>}
        {error && <FormHelperText error>{error}</FormHelperText>}
      </div>
      {children}
    </fieldset>
  )
}
