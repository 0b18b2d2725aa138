import { lazy, Suspense } from 'react'
import { Tooltips } from './Tooltips'

const Toasts = lazy(() => import('./Toasts'))

/** Tooltips everywhere, and toasts once a page may show some. */
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
