import { lazy, Suspense } from 'react'
import { Tooltips } from './Tooltips'

const Toasts = lazy(() => import('./Toasts'))

const Overlays = ({ hasToasts }: { hasToasts: boolean }) => (
  <>
    <Tooltips />
    {hasToasts && (
      <Suspense>
        <Toasts />
      </Suspense>
    )}
  </>
)

export default Overlays
