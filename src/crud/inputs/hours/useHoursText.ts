import { hours } from '../../../i18n/en/machine/hours'
import { machineRoomText } from '../../../i18n/useMachineText'

export const useHoursText = machineRoomText(hours)
