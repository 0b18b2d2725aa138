import { superadmin } from '../../i18n/en/machine/superadmin'
import { machineRoomText } from '../../i18n/useMachineText'

export const useText = machineRoomText(superadmin)
