import { useTranslate } from 'ra-core'
import { useCallback } from 'react'
import { useDeclaration } from '../declaration'
import { resourceKeys } from '../text/resourceKeys'

/** `3 channels`, `1 channel` */
export const useCounted = (): ((count: number) => string) => {
  const translate = useTranslate()
  const resource = useDeclaration()
  return useCallback(
    count => `${count} ${translate(resourceKeys(resource).name, { smart_count: count }).toLowerCase()}`,
    [translate, resource],
  )
}
