import { useTranslate } from 'ra-core'
import { useCallback } from 'react'
import type { Message } from '../../schema'

/** `english` is the fallback: checks load their texts. */
export const useMessageText = (): ((message: Message, english: string) => string) => {
  const translate = useTranslate()
  return useCallback(({ key, args }, english) => translate(key, { ...args, _: english }), [translate])
}
