import { TextInput, useRecordContext } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { slugify } from '../../schema'
import type { InputProps } from '../kinds'
import { commonProps, htmlInput } from './attributes'

/** While a new record's slug is empty, shows the one that will be made from its source field. */
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
