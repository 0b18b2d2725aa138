import { useTranslate } from 'ra-core'
import { roomTextOf } from './roomText'
import type { MachineText } from './text'

/** Translates the machine's messages, and keys from declarations. */
export const useMachineText = () => useTranslate() as MachineText

export const machineRoomText = (english: Readonly<Record<string, string>>) => roomTextOf<MachineText>(english)
