import { useDisplay } from '../../format/display'
import type { FieldOwner } from '../../kinds'
import { useSiblingValue } from './useSiblingValue'

/** The zone in which hours are read: the one chosen in the same form where there is such a field, else the tenant's. */
export const useHoursZone = (owner: FieldOwner): string => {
  const { timeZone } = useDisplay()
  const chosen = useSiblingValue(owner, 'timezone')
  return typeof chosen === 'string' && chosen !== '' ? chosen : timeZone
}
