import { useDisplay } from '../../../ui/format/display'
import type { FieldOwner } from '../../kinds/kindView'
import { useSiblingValue } from './useSiblingValue'

/** The zone in the same form, otherwise the tenant's. */
export const useHoursZone = (owner: FieldOwner): string => {
  const { timeZone } = useDisplay()
  const chosen = useSiblingValue(owner, 'timezone')
  return typeof chosen === 'string' && chosen !== '' ? chosen : timeZone
}
