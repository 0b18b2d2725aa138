import { useTranslate } from 'ra-core'
import { useCallback } from 'react'

/** Other languages load whole. */
export const roomTextOf =
  <Says>(english: Readonly<Record<string, string>>) =>
  (): Says => {
    const translate = useTranslate()
    return useCallback(
      (key: string, args?: object) => translate(key, english[key] === undefined ? args : { ...args, _: english[key] }),
      [translate],
    ) as Says
  }
