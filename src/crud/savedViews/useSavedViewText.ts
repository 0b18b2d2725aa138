import { savedViews } from '../../i18n/en/machine/savedViews'
import { machineRoomText } from '../../i18n/useMachineText'

export const useSavedViewText = machineRoomText(savedViews)
