import { useTranslate } from 'ra-core'
import { roomTextOf } from './roomText'
import type { MachineText } from './text'

/** Says the machine's messages. For machine rooms, which know no product. */
export const useMachineText = () => useTranslate() as MachineText

/** Makes a `useText` of English messages that load with the machine's room that says them. */
export const machineRoomText = (english: Readonly<Record<string, string>>) => roomTextOf<MachineText>(english)
