import { TextInput } from 'react-admin'
import { useMachineText } from '../../i18n/useMachineText'
import { formatInstant } from '../../time/formatInstant'
import { zoneOf } from '../../time/Zone'
import { useDisplay } from '../../ui/format/display'
import type { InputProps } from '../kinds/kindView'
import { commonProps, htmlInput } from './attributes'

const withoutZone = (millis: number): string => formatInstant(millis).slice(0, 16)

/** A moment as date and time in the tenant's zone; a time that a clock change skips moves on by the skipped hour. */
export const InstantInput = (props: InputProps<'instant'>) => {
  const text = useMachineText()
  const { timeZone } = useDisplay()
  const zone = zoneOf(timeZone)
  const toLocal = (instant: string | null) => {
    const millis = Date.parse(instant ?? '')
    return Number.isNaN(millis) ? '' : withoutZone(millis + zone.offsetAt(millis))
  }
  const toInstant = (local: string) => {
    const millis = Date.parse(`${local}Z`)
    return Number.isNaN(millis) ? null : formatInstant(zone.localToInstant(millis))
  }
  return (
    <TextInput
      {...commonProps(props)}
      type="datetime-local"
      format={toLocal}
      parse={toInstant}
      helperText={props.helperText || text('crud.input.zone', { zone: timeZone })}
      slotProps={{ inputLabel: { shrink: true }, htmlInput: htmlInput(props) }}
    />
  )
}
