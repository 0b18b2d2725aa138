import { type ComponentType, createElement, lazy, Suspense } from 'react'

/** Loads a rare kind's cell when first shown. */
export const laterCell = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> => {
  const Cell = lazy(async () => ({ default: await load() }))
  return props => <Suspense fallback={null}>{createElement<P>(Cell, props)}</Suspense>
}
