import { useTranslate } from 'ra-core'
import { useCallback } from 'react'
import { englishText, type Message } from '../../schema'

/** A validation message in the person's language. The API may know keys that the browser does not. */
export const useMessageText = (): ((message: Message) => string) => {
  const translate = useTranslate()
  return useCallback(message => translate(message.key, { ...message.args, _: englishText(message) }), [translate])
}
