import TextField from '@mui/material/TextField'
import { useInput } from 'ra-core'
import { useState } from 'react'
import type { GeoPoint } from '../../schema'
import type { InputProps } from '../kinds/kindView'
import { htmlInput } from './attributes'
import { titled } from './titled'

/** A string is invalid text, refused when saving. */
type Typed = GeoPoint | string | null

const asIs = (value: Typed) => value

const textOf = (value: Typed): string =>
  value === null ? '' : typeof value === 'string' ? value : `${value.lat}, ${value.lng}`

const pointOf = (typed: string): Typed => {
  const [, lat, lng] = /^(-?\d+(?:\.\d+)?)[,;\s]\s*(-?\d+(?:\.\d+)?)$/.exec(typed.trim()) ?? []
  return lat && lng ? { lat: Number(lat), lng: Number(lng) } : typed.trim() || null
}

export const GeoInput = (props: InputProps<'geo'>) => {
  const { name, isRequired } = props
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
      {...titled(props, fieldState)}
      slotProps={{ htmlInput: htmlInput(props, { placeholder: '52.520008, 13.404954', spellCheck: false }) }}
    />
  )
}
