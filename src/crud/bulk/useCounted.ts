import { useCallback } from 'react'
import { useDeclaration } from '../declaration'
import { useInlineName } from '../text/useInlineName'

export const useCounted = (): ((count: number) => string) => {
  const nameInSentence = useInlineName()
  const resource = useDeclaration()
  return useCallback(count => `${count} ${nameInSentence(resource, count)}`, [nameInSentence, resource])
}
