import { useTranslate } from 'ra-core'
import type { ProductText } from './productText'
import { roomTextOf } from './roomText'

/** Translates messages into the person's language. */
export const useText = () => useTranslate() as ProductText

/**
 * Makes a `useText` whose English messages load with their room.
 *
 * @example
 * export const useText = roomText(availability)
 */
export const roomText = (english: Readonly<Record<string, string>>) => roomTextOf<ProductText>(english)
