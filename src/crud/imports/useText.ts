import { imports } from '../../i18n/en/machine/imports'
import { machineRoomText } from '../../i18n/useMachineText'

export const useText = machineRoomText(imports)
