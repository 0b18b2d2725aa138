import { busyCalendars } from '../../resources/busyCalendars'
import { type CellProps, resourceKeys, useMachineText } from '../../show'

const codes: readonly string[] = busyCalendars.fields.lastError.options.values

/** `status (404)`, `Holidays: timeout` */
const ErrorCell = ({ value }: CellProps<'text'>) => {
  const text = useMachineText()
  const [, name, code = '', status] = /^(?:(.*): )?([a-z_]+)(?: \((\d+)\))?$/.exec(String(value)) ?? []
  if (!codes.includes(code)) return value
  const what = text(resourceKeys(busyCalendars).choice('lastError', code))
  return [name && `${name}: `, what, status && ` (${status})`].filter(Boolean).join('')
}

export default ErrorCell
