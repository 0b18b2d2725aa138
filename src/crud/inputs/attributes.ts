import type { InputProps } from '../kinds/kindView'

interface InputAttributes {
  inputMode?: 'text' | 'email' | 'tel' | 'url' | 'numeric' | 'decimal'
  /** Browsers suggest the user's own data, rarely right here. */
  autoComplete?: string
  autoCapitalize?: string
  spellCheck?: boolean
  placeholder?: string
  min?: number
  max?: number
  step?: number
}

export const commonProps = ({
  name,
  isRequired,
  helperText,
}: Pick<InputProps, 'name' | 'isRequired' | 'helperText'>) => ({
  source: name,
  isRequired,
  helperText,
})

export const htmlInput = ({ isRequired }: Pick<InputProps, 'isRequired'>, attributes: InputAttributes = {}) => ({
  autoComplete: 'off',
  'aria-required': isRequired || undefined,
  ...attributes,
})
