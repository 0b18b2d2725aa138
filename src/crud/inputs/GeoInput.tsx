import TextField from '@mui/material/TextField'
import { FieldTitle, useInput } from 'ra-core'
import { useState } from 'react'
import { InputHelperText } from 'react-admin'
import type { GeoPoint } from '../../schema'
import type { InputProps } from '../kinds/kindView'
import { htmlInput } from './attributes'

/** A string is invalid text, refused when saving. */
type Typed = GeoPoint | string | null

const asIs = (value: Typed) => value

const textOf = (value: Typed): string =>
  value === null ? '' : typeof value === 'string' ? value : `${value.lat}, ${value.lng}`

const pointOf = (typed: string): Typed => {
  const [, lat, lng] = /^(-?\d+(?:\.\d+)?)[,;\s]\s*(-?\d+(?:\.\d+)?)$/.exec(typed.trim()) ?? []
  return lat && lng ? { lat: Number(lat), lng: Number(lng) } : typed.trim() || null
}

/** One line, as maps copy it. */
export const GeoInput = (props: InputProps<'geo'>) => {
  const { name, resource, isRequired, helperText } = props
  const { field, fieldState, id } = useInput<Typed>({ source: name, format: asIs, parse: asIs, isRequired })
  const value: Typed = field.value ?? null
  const [typed, setTyped] = useState(textOf(value))
  const shown = textOf(pointOf(typed)) === textOf(value) ? typed : textOf(value)
  return (
    <TextField
      id={id}
      name={name}
      inputRef={field.ref}
      value={shown}
      onChange={event => {
        setTyped(event.target.value)
        field.onChange(pointOf(event.target.value))
      }}
      onBlur={field.onBlur}
      label={<FieldTitle source={name} resource={resource.name} isRequired={isRequired} />}
      error={fieldState.invalid}
      helperText={
        (helperText !== false || fieldState.invalid) && (
          <InputHelperText error={fieldState.error?.message} helperText={helperText} />
        )
      }
      slotProps={{ htmlInput: htmlInput(props, { placeholder: '52.520008, 13.404954', spellCheck: false }) }}
    />
  )
}
