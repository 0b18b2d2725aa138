import { lazy, Suspense } from 'react'

const SecondStep = lazy(async () => ({ default: (await import('./SecondStep')).SecondStep }))

export const LazySecondStep = () => (
  <Suspense fallback={null}>
    <SecondStep />
  </Suspense>
)
