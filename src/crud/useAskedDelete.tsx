import { useEvent } from 'ra-core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useAskFirst, type WriteAnswer } from './beforeWrite'
import { DeclarationProvider, useDeclaration, useMeta } from './declaration'

interface AskedDelete {
  ids: readonly string[]
  isReady: boolean
  title: string
  content: ReactNode
  remove: () => void
  onBack: () => void
}

/** @returns `turn`: who asks; call `runAfter` after the deletion */
export const useAskedDelete = ({ ids, isReady, title, content, remove, onBack }: AskedDelete) => {
  const askFirst = useAskFirst()
  const resource = useDeclaration()
  const meta = useMeta()
  const [turn, setTurn] = useState<'waiting' | 'product' | 'dialog'>('waiting')
  const after = useRef<() => Promise<void>>(undefined)
  const ask = useEvent((signal: AbortSignal) =>
    askFirst(
      {
        ...{ resource: resource.name, action: 'delete', ids, data: {}, params: meta },
        confirmation: {
          title,
          content: <DeclarationProvider resource={resource}>{content}</DeclarationProvider>,
        },
        onQuestion: () => setTurn('product'),
      },
      signal,
    ),
  )
  const follow = useEvent((answer: WriteAnswer) => {
    if (!answer) return onBack()
    after.current = answer.after
    if (answer.isConfirmed) remove()
    else setTurn('dialog')
  })
  useEffect(() => {
    if (!isReady) return
    const asking = new AbortController()
    void ask(asking.signal).then(answer => !asking.signal.aborted && follow(answer))
    return () => asking.abort()
  }, [isReady, ask, follow])
  return { turn, runAfter: () => void after.current?.() }
}
