import { type ComponentType, lazy, useState } from 'react'

type Load = () => Promise<{ default: ComponentType }>

/**
 * React's `lazy` for a screen that may have arrived before it is drawn: `fetch` loads it ahead and never fails, and it is then
 * drawn at once. `lazy` alone would first show its fallback, which React keeps for 0.3 s.
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
      // Drawing it tries again, and says what is wrong.
      () => {},
    )
  return Object.assign(LazyScreen, { fetch })
}
