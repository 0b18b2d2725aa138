import { useTranslate } from 'ra-core'
import { useCallback } from 'react'
import type { Message } from '../../schema'

/** A message in the person's language; in English as given, since those texts come with the answer or with what checks. */
export const useMessageText = (): ((message: Message, english: string) => string) => {
  const translate = useTranslate()
  return useCallback(({ key, args }, english) => translate(key, { ...args, _: english }), [translate])
}
