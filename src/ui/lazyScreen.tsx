import { type ComponentType, lazy, useState } from 'react'

type Load = () => Promise<{ default: ComponentType }>

/**
 * Like React's `lazy`, which would show its fallback for 0.3 s even for a preloaded screen. `fetch` preloads the
 * screen and never fails.
 */
export const lazyScreen = (load: Load) => {
  let arrived: ComponentType | undefined
  const Later = lazy(load)
  const LazyScreen = () => {
    const [Content] = useState(() => arrived ?? Later)
    return <Content />
  }
  const fetch = (): Promise<void> =>
    load().then(
      piece => {
        arrived = piece.default
      },
      // Rendering tries again, and reports the error.
      () => {},
    )
  return Object.assign(LazyScreen, { fetch })
}
