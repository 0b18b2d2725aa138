import { useTranslate } from 'ra-core'
import { useCallback } from 'react'
import type { Message } from '../../schema'

/** Translates a message. `english` is the fallback, since the catalogues hold no English texts of checks. */
export const useMessageText = (): ((message: Message, english: string) => string) => {
  const translate = useTranslate()
  return useCallback(({ key, args }, english) => translate(key, { ...args, _: english }), [translate])
}
