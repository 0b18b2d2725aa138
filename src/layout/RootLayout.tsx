import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet, useMatches } from 'react-router'

const Overlays = lazy(() => import('./Overlays'))

/** Marks the routes of the pages before sign-in, which load nothing of the admin. */
export const entryHandle = 'entry'

/** True once the browser has nothing else to do, such as drawing the first screen. */
const useHasTime = (): boolean => {
  const [hasTime, setHasTime] = useState(false)
  useEffect(() => {
    const note = () => setHasTime(true)
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(note)
    else setTimeout(note, 200)
  }, [])
  return hasTime
}

/**
 * Wraps every page, with the overlays that all of them share. Toasts come with the first page that may show some, and stay: one may
 * announce a sign-out.
 */
export const RootLayout = () => {
  const isEntry = useMatches().some(({ handle }) => handle === entryHandle)
  const [hasToasts, setHasToasts] = useState(!isEntry)
  if (!isEntry && !hasToasts) setHasToasts(true)
  const hasTime = useHasTime()
  return (
    <>
      <Outlet />
      {hasTime && (
        <Suspense>
          <Overlays hasToasts={hasToasts} />
        </Suspense>
      )}
    </>
  )
}
