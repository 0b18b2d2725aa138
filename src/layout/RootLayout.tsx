import { lazy, Suspense, useState } from 'react'
import { Outlet, useMatches } from 'react-router'

const Toasts = lazy(() => import('./Toasts'))

/** Marks the routes of the pages before sign-in, which load nothing of the admin. */
export const entryHandle = 'entry'

/** Around every page. Toasts are fetched with the first page that may have some, and stay: one may tell of a sign-out. */
export const RootLayout = () => {
  const isEntry = useMatches().some(({ handle }) => handle === entryHandle)
  const [hasToasts, setHasToasts] = useState(false)
  if (!isEntry && !hasToasts) setHasToasts(true)
  return (
    <>
      <Outlet />
      {hasToasts && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </>
  )
}
