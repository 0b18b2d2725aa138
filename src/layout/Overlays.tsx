import { lazy, Suspense, useState } from 'react'
import { Tooltips } from './Tooltips'

const Toasts = lazy(() => import('./Toasts'))

/** Tooltips everywhere. Toasts load with the first page that may show some, and stay: one may announce a sign-out. */
const Overlays = ({ isEntry }: { isEntry: boolean }) => {
  const [hasToasts, setHasToasts] = useState(false)
  if (!isEntry && !hasToasts) setHasToasts(true)
  return (
    <>
      <Tooltips />
      {hasToasts && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </>
  )
}

export default Overlays
