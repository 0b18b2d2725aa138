import { lazy, Suspense, useState } from 'react'
import { Outlet, useMatches } from 'react-router'
import { useHasTime } from './useHasTime'

const Overlays = lazy(() => import('./Overlays'))

/** Marks pages before sign-in, which load no admin. */
export const entryHandle = 'entry'

/** Keeps toasts once loaded, since one may announce a sign-out. */
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
