import { useTranslate } from 'ra-core'
import { roomTextOf } from './roomText'
import type { MachineText } from './text'

/** Gives the function that translates the machine's messages, and keys that come from declarations. */
export const useMachineText = () => useTranslate() as MachineText

/** Makes a `useText` whose English messages load with their room of the machine. */
export const machineRoomText = (english: Readonly<Record<string, string>>) => roomTextOf<MachineText>(english)
