import { useTranslate } from 'ra-core'
import type { ProductText } from './productText'
import { roomTextOf } from './roomText'

/** Says the product's messages and the machine's. For product rooms. */
export const useText = () => useTranslate() as ProductText

/** Makes a `useText` of English messages that load with the product's room that says them. */
export const roomText = (english: Readonly<Record<string, string>>) => roomTextOf<ProductText>(english)
