import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { session } from '../authProvider/session'
import { config } from '../config'
import { mePath } from '../dataProvider/fetchMe'
import { callHeaders, giveHeadStart } from '../dataProvider/headStart'
import { entryHandle, RootLayout } from '../layout/RootLayout'
import { Splash } from '../layout/Splash'
import { FatalErrorPage } from '../pages/entry/FatalErrorPage'
import type { DemoAccountsProps } from '../pages/entry/LoginPage'
import { firstTenantsPath } from '../tenant/fetchTenants'
import type { Application } from './App'

export interface Entry {
  load: () => Promise<{ default: Application }>
  DemoAccounts?: ComponentType<DemoAccountsProps>
}

const entryRoute = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  handle: entryHandle,
  lazy: async () => ({ Component: await load() }),
})

/** In parallel with the first screen's data, unless src/headStart.ts has requested it. */
const loadApp = async (load: Entry['load']): Promise<ComponentType> => {
  void session.accessToken().then(
    token =>
      token &&
      giveHeadStart(
        [mePath, firstTenantsPath].map(path => config.apiUrl + path),
        callHeaders(token, null),
      ),
    // The application retries and reports.
    () => {},
  )
  const { App, fetchFirstScreen } = (await load()).default
  await fetchFirstScreen(location.pathname)
  return App
}

export const createRoutes = ({ load, DemoAccounts }: Entry): RouteObject[] => [
  {
    element: <RootLayout />,
    errorElement: <FatalErrorPage />,
    hydrateFallbackElement: <Splash />,
    children: [
      entryRoute('login', async () => {
        const { LoginPage } = await import('../pages/entry/LoginPage')
        return () => <LoginPage DemoAccounts={DemoAccounts} />
      }),
      entryRoute('signup', async () => (await import('../pages/entry/SignUpPage')).SignUpPage),
      entryRoute('confirm', async () => (await import('../pages/entry/ConfirmPage')).ConfirmPage),
      entryRoute('forgot-password', async () => (await import('../pages/entry/ForgotPasswordPage')).ForgotPasswordPage),
      entryRoute('new-password', async () => (await import('../pages/entry/NewPasswordPage')).NewPasswordPage),
      { path: '*', lazy: async () => ({ Component: await loadApp(load) }) },
    ],
  },
]
