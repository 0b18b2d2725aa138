import { useWrappedSource } from 'ra-core'
import { TextInput } from 'react-admin'
import { useController } from 'react-hook-form'
import type { InputProps } from '../kinds'
import { useCrudText } from '../text/useCrudText'
import { commonProps, htmlInput } from './attributes'

/** `9`, `9.30` and `930` are times as people type them; what is none stays as it is and is refused. */
export const completeTime = (typed: string): string => {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.h]?(\d{2}))?$/.exec(typed.trim()) ?? []
  return hours ? `${hours.padStart(2, '0')}:${minutes}` : typed
}

/** Plain text, because browsers' own time fields know no 24:00. */
export const LocalTimeInput = (props: InputProps<'localTime'>) => {
  const text = useCrudText()
  const { field } = useController({ name: useWrappedSource(props.name) })
  return (
    <TextInput
      {...commonProps(props)}
      onBlur={() => {
        if (typeof field.value === 'string') field.onChange(completeTime(field.value))
      }}
      slotProps={{ htmlInput: htmlInput(props, { inputMode: 'numeric', placeholder: text('crud.input.time') }) }}
    />
  )
}
