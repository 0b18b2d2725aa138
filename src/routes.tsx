import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { session } from './authProvider/session'
import { config } from './config'
import { mePath } from './dataProvider/fetchMe'
import { giveHeadStart } from './dataProvider/headStart'
import { entryHandle, RootLayout } from './layout/RootLayout'
import { Splash } from './layout/Splash'
import { FatalErrorPage } from './pages/entry/FatalErrorPage'
import { firstTenantsPath } from './tenant/fetchTenants'

const entryRoute = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  handle: entryHandle,
  lazy: async () => ({ Component: await load() }),
})

/** Fetches the application and, beside it, what its first screen waits for. */
const loadApp = async (): Promise<ComponentType> => {
  void session.accessToken().then(
    token =>
      token &&
      giveHeadStart(
        [mePath, firstTenantsPath].map(path => config.apiUrl + path),
        token,
      ),
    // The application asks again, and says what is wrong.
    () => {},
  )
  // Before what uses it (vite.config.ts leaves it out there).
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
  return (await import('./App')).App
}

/** The pages before sign-in, each a piece of its own, and the application behind them. */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <FatalErrorPage />,
    hydrateFallbackElement: <Splash />,
    children: [
      entryRoute('login', async () => (await import('./pages/entry/LoginPage')).LoginPage),
      entryRoute('signup', async () => (await import('./pages/entry/SignUpPage')).SignUpPage),
      entryRoute('confirm', async () => (await import('./pages/entry/ConfirmPage')).ConfirmPage),
      entryRoute('forgot-password', async () => (await import('./pages/entry/ForgotPasswordPage')).ForgotPasswordPage),
      entryRoute('new-password', async () => (await import('./pages/entry/NewPasswordPage')).NewPasswordPage),
      { path: '*', lazy: async () => ({ Component: await loadApp() }) },
    ],
  },
]
