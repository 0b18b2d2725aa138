import { useTranslate } from 'ra-core'
import { useCallback } from 'react'
import type { Message } from '../../schema'

/** `english` is the fallback: English texts load with the checks. */
export const useMessageText = (): ((message: Message, english: string) => string) => {
  const translate = useTranslate()
  return useCallback(({ key, args }, english) => translate(key, { ...args, _: english }), [translate])
}
