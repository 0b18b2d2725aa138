import { trash } from '../../i18n/en/machine/trash'
import { machineRoomText } from '../../i18n/useMachineText'

export const useTrashText = machineRoomText(trash)
