import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { entryHandle, RootLayout } from './layout/RootLayout'
import { Splash } from './layout/Splash'
import { FatalErrorPage } from './pages/entry/FatalErrorPage'

const entryRoute = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  handle: entryHandle,
  lazy: async () => ({ Component: await load() }),
})

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
      { path: '*', lazy: async () => ({ Component: (await import('./App')).App }) },
    ],
  },
]
