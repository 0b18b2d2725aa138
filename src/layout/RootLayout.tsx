import { lazy, Suspense } from 'react'
import { Outlet, useMatches } from 'react-router'

const Overlays = lazy(() => import('./Overlays'))

/** Marks the routes of the pages before sign-in, which load nothing of the admin. */
export const entryHandle = 'entry'

/** Wraps every page, with the overlays that all of them share. */
export const RootLayout = () => {
  const isEntry = useMatches().some(({ handle }) => handle === entryHandle)
  return (
    <>
      <Outlet />
      <Suspense>
        <Overlays isEntry={isEntry} />
      </Suspense>
    </>
  )
}
