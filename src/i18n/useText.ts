import { useTranslate } from 'ra-core'
import { useCallback } from 'react'
import type { ProductText } from './text'

/** Says the product's messages and the machine's. For product rooms. */
export const useText = () => useTranslate() as ProductText

/**
 * Makes a room's `useText` of its English messages, which then load with the room instead of with the first page. Other
 * languages load whole.
 */
export const roomText = (english: Readonly<Record<string, string>>) => (): ProductText => {
  const translate = useTranslate()
  return useCallback(
    (key: string, args?: object) => translate(key, english[key] === undefined ? args : { ...args, _: english[key] }),
    [translate],
  ) as ProductText
}
