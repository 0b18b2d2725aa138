import type { CellProps } from '../../crud/kinds/kindView'
import { resourceKeys } from '../../crud/text/resourceKeys'
import { useMachineText } from '../../i18n/useMachineText'
import { busyCalendars } from '../../resources/busyCalendars'

const codes: readonly string[] = busyCalendars.fields.lastError.options.values

/** The last error in words where it is one of a call: `status (404)`, `Holidays: timeout`. */
const ErrorCell = ({ value }: CellProps<'text'>) => {
  const text = useMachineText()
  const [, name, code = '', status] = /^(?:(.*): )?([a-z_]+)(?: \((\d+)\))?$/.exec(String(value)) ?? []
  if (!codes.includes(code)) return value
  const what = text(resourceKeys(busyCalendars).choice('lastError', code))
  return [name && `${name}: `, what, status && ` (${status})`].filter(Boolean).join('')
}

export default ErrorCell
