import { checks } from '../../../i18n/en/machine/checks'
import { files } from '../../../i18n/en/machine/files'
import { machineRoomText } from '../../../i18n/useMachineText'

export const useFileText = machineRoomText({ ...checks, ...files })
