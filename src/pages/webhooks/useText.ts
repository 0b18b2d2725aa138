import { webhooks } from '../../i18n/en/machine/webhooks'
import { machineRoomText } from '../../i18n/useMachineText'

export const useText = machineRoomText(webhooks)
