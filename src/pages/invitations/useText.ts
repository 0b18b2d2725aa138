import { invitations } from '../../i18n/en/machine/invitations'
import { settings } from '../../i18n/en/machine/settings'
import { machineRoomText } from '../../i18n/useMachineText'

export const useText = machineRoomText({ ...settings, ...invitations })
