import { bulk } from '../../i18n/en/machine/bulk'
import { machineRoomText } from '../../i18n/useMachineText'

export const useBulkText = machineRoomText(bulk)
