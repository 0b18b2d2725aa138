import { useTranslate } from 'ra-core'
import type { ProductText } from './productText'
import { roomTextOf } from './roomText'

export const useText = () => useTranslate() as ProductText

/** Makes a `useText` whose English messages load with their room of the product. */
export const roomText = (english: Readonly<Record<string, string>>) => roomTextOf<ProductText>(english)
