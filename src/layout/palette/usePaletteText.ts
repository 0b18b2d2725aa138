import { palette } from '../../i18n/en/machine/palette'
import { machineRoomText } from '../../i18n/useMachineText'

export const usePaletteText = machineRoomText(palette)
