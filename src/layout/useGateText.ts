import { gates } from '../i18n/en/machine/gates'
import { machineRoomText } from '../i18n/useMachineText'

export const useGateText = machineRoomText(gates)
