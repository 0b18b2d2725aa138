import { useDisplay } from '../../../ui/format/display'
import type { FieldOwner } from '../../kinds/kindView'
import { useSiblingValue } from './useSiblingValue'

/** The zone of the hours: the one chosen in the same form if it has such a field, else the tenant's. */
export const useHoursZone = (owner: FieldOwner): string => {
  const { timeZone } = useDisplay()
  const chosen = useSiblingValue(owner, 'timezone')
  return typeof chosen === 'string' && chosen !== '' ? chosen : timeZone
}
