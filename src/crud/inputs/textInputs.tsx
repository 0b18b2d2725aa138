import { TextInput, useRecordContext } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { slugify } from '../../schema/index'
import type { InputProps } from '../kinds/kindView'
import { commonProps, htmlInput } from './attributes'

export const SlugInput = (props: InputProps<'slug'>) => {
  const { from, max } = props.field.options
  const isNew = useRecordContext()?.id === undefined
  const source: unknown = useWatch({ name: from ?? props.name })
  const made = from && isNew && typeof source === 'string' ? slugify(source).slice(0, max) : undefined
  return (
    <TextInput
      {...commonProps(props)}
      slotProps={{
        inputLabel: made ? { shrink: true } : {},
        htmlInput: htmlInput(props, { autoCapitalize: 'none', spellCheck: false, ...(made && { placeholder: made }) }),
      }}
    />
  )
}
