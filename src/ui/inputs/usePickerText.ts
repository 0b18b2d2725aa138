import { pickers } from '../../i18n/en/machine/pickers'
import { machineRoomText } from '../../i18n/useMachineText'

export const usePickerText = machineRoomText(pickers)
