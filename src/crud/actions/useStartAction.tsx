import { useNotify } from 'ra-core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { NamedAction } from './useOfferedActions'
import { type Subject, useRunAction } from './useRunAction'

const ActionDialog = lazy(() => import('./ActionDialog'))

/** Whether a dialog opens before the action runs. */
export const asksFirst = ({ action: { input, confirm, tone } }: NamedAction): boolean =>
  Object.keys(input).length > 0 || confirm !== undefined || tone === 'danger'

/** Starts an action: at once, or through a dialog if there is something to ask. The caller renders `dialog`. */
export const useStartAction = (subject: Subject): { start: (action: NamedAction) => void; dialog: ReactNode } => {
  const [asked, setAsked] = useState<NamedAction | null>(null)
  const notify = useNotify()
  const run = useRunAction(subject)
  const start = async (action: NamedAction) => {
    if (asksFirst(action)) return setAsked(action)
    const refused = await run(action, {})
    if (refused) notify(Object.values(refused).join(' '), { type: 'error' })
  }
  const dialog = asked && (
    <Suspense fallback={null}>
      <ActionDialog named={asked} subject={subject} onClose={() => setAsked(null)} />
    </Suspense>
  )
  return { start: action => void start(action), dialog }
}
