import { apiKeys } from '../../i18n/en/machine/apiKeys'
import { machineRoomText } from '../../i18n/useMachineText'

export const useText = machineRoomText(apiKeys)
