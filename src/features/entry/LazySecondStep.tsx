import { lazy, Suspense } from 'react'

const SecondStep = lazy(async () => ({ default: (await import('./SecondStep')).SecondStep }))

/** Fetched only by those who need it. */
export const LazySecondStep = () => (
  <Suspense fallback={null}>
    <SecondStep />
  </Suspense>
)
