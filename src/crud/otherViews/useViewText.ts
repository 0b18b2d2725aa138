import { listViews } from '../../i18n/en/machine/listViews'
import { machineRoomText } from '../../i18n/useMachineText'

export const useViewText = machineRoomText(listViews)
