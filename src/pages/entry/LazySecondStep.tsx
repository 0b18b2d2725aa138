import { lazy, Suspense } from 'react'

const SecondStep = lazy(async () => ({ default: (await import('./SecondStep')).SecondStep }))

/** Only accounts with a second factor load it. */
export const LazySecondStep = () => (
  <Suspense fallback={null}>
    <SecondStep />
  </Suspense>
)
