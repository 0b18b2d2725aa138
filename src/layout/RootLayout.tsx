import { Suspense, useState } from 'react'
import { Outlet, useMatches } from 'react-router'
import { lazyExtra } from '../ui/lazyExtra'
import { useHasTime } from './useHasTime'

const Overlays = lazyExtra(() => import('./Overlays'))

/** Pages before sign-in load no admin. */
export const entryHandle = 'entry'

/** Toasts stay: one may announce a sign-out. */
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
