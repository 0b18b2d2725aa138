import { Suspense } from 'react'
import { lazyExtra } from '../ui/lazyExtra'
import { Tooltips } from './Tooltips'

const Toasts = lazyExtra(() => import('./Toasts'))

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
