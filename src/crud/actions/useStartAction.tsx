import { useNotify } from 'ra-core'
import { lazy, type ReactNode, Suspense, startTransition, useState } from 'react'
import type { NamedAction } from '../../schema'
import { useDeclaration } from '../declaration'
import { useViews } from '../views'
import { type Subject, useRunAction } from './useRunAction'

const ActionDialog = lazy(() => import('./ActionDialog'))

export const useAsksFirst = () => {
  const { dialogs = {} } = useViews(useDeclaration())
  return ({ name, action: { form, confirm, tone } }: NamedAction): boolean =>
    Object.hasOwn(dialogs, name) || Object.keys(form).length > 0 || confirm !== undefined || tone === 'danger'
}

/**
 * Starts a declared action, after its dialog if any. The caller renders `dialog`.
 *
 * @example
 * const { start, dialog } = useStartAction({ record })
 * return <><Button onClick={() => start(action)}>{label}</Button>{dialog}</>
 */
export const useStartAction = (subject: Subject): { start: (action: NamedAction) => void; dialog: ReactNode } => {
  const [asked, setAsked] = useState<NamedAction | null>(null)
  const notify = useNotify()
  const run = useRunAction(subject)
  const asksFirst = useAsksFirst()
  const { dialogs } = useViews(useDeclaration())
  const start = async (action: NamedAction) => {
    if (asksFirst(action)) return startTransition(() => setAsked(action))
    const refused = await run(action, {})
    if (refused) notify(Object.values(refused).join(' '), { type: 'error' })
  }
  const close = () => setAsked(null)
  const Own = asked && subject.record && dialogs?.[asked.name]
  const dialog = asked && (
    <Suspense fallback={null}>
      {Own && subject.record ? (
        <Own record={subject.record} onClose={close} />
      ) : (
        <ActionDialog named={asked} subject={subject} onClose={close} />
      )}
    </Suspense>
  )
  return { start: action => void start(action), dialog }
}
