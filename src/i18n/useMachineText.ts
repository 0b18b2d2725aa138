import { useTranslate } from 'ra-core'
import type { MachineText } from './text'

/** Says the machine's messages. For machine rooms, which know no product. */
export const useMachineText = () => useTranslate() as MachineText
