import { useDisplay } from '../../../ui/format/display'
import type { FieldOwner } from '../../kinds/kindView'
import { useSiblingValue } from './useSiblingValue'

export const useHoursZone = (owner: FieldOwner): string => {
  const { timeZone } = useDisplay()
  const chosen = useSiblingValue(owner, 'timezone')
  return typeof chosen === 'string' && chosen !== '' ? chosen : timeZone
}
