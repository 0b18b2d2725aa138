import { useCallback } from 'react'
import { useDeclaration } from '../declaration'
import { useNameInSentence } from '../text/useNameInSentence'

/** `3 channels`, `1 channel` */
export const useCounted = (): ((count: number) => string) => {
  const nameInSentence = useNameInSentence()
  const resource = useDeclaration()
  return useCallback(count => `${count} ${nameInSentence(resource, count)}`, [nameInSentence, resource])
}
