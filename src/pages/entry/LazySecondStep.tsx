import { lazy, Suspense } from 'react'

const SecondStep = lazy(async () => ({ default: (await import('./SecondStep')).SecondStep }))

/** For accounts with a second factor. */
export const LazySecondStep = () => (
  <Suspense fallback={null}>
    <SecondStep />
  </Suspense>
)
