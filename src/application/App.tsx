import { ThemeProvider } from '@mui/material/styles'
import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { AccountProvider } from '../authProvider/AccountProvider'
import { createAccountClient } from '../authProvider/accountClient'
import type { Session } from '../authProvider/createSession'
import { type FetchMe, preloadMe } from '../authProvider/me'
import { needsSecondStep } from '../authProvider/secondStep'
import { useSession, useSessionStore } from '../authProvider/useSession'
import { config } from '../config'
import { fetchScreen } from '../crud'
import { createFetchMe } from '../dataProvider/fetchMe'
import { createHttpClient } from '../dataProvider/httpClient'
import type { Product } from '../layout/product'
import { RequireSession } from '../layout/RequireSession'
import { UnreachablePage } from '../pages/entry/UnreachablePage'
import { createFetchTenants } from '../tenant/fetchTenants'
import { TenantProvider } from '../tenant/TenantProvider'
import { TenantScope } from '../tenant/TenantScope'
import { colorModeKey } from '../theme/colorScheme'
import type { OwnColors } from '../theme/colors'
import { themeOf } from '../theme/theme'
import { createAdmin } from './Admin'

/** The page has them. MUI documents this prop on an inner provider whose type lacks it. */
const stylesInPage = { disableStyleSheetGeneration: true }

const createAccount = (session: Session) => {
  const http = createHttpClient({ apiUrl: config.apiUrl, session, tenantId: null })
  return { client: createAccountClient(), fetchMe: createFetchMe(http), fetchTenants: createFetchTenants(http) }
}

/** A later screen retries a failure. */
const usePreloadedMe = (userId: string | undefined, client: QueryClient, fetchMe: FetchMe) => {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each route asks
  useEffect(() => {
    if (userId) void preloadMe(client, fetchMe)
  }, [userId, client, fetchMe, pathname])
}

export interface Application {
  App: ComponentType
  fetchFirstScreen: (pathname: string) => Promise<void>
}

export const createApp = (product: Product, colors: OwnColors = {}): Application => {
  const { registry, effects } = product
  const theme = themeOf(colors)
  const Admin = createAdmin(product)
  const App = () => {
    const session = useSessionStore()
    const [{ client, fetchMe, fetchTenants }] = useState(() => createAccount(session))
    const { session: current, user } = useSession()
    const userId = needsSecondStep(current) ? undefined : user?.id
    usePreloadedMe(userId, client, fetchMe)
    return (
      <ThemeProvider theme={theme} modeStorageKey={colorModeKey} disableTransitionOnChange {...stylesInPage}>
        <RequireSession unreachable={<UnreachablePage />}>
          <AccountProvider client={client} fetchMe={fetchMe}>
            <TenantProvider fetchTenants={fetchTenants}>
              <TenantScope registry={registry} {...(effects && { effects })}>
                <Admin />
              </TenantScope>
            </TenantProvider>
          </AccountProvider>
        </RequireSession>
      </ThemeProvider>
    )
  }

  return { App, fetchFirstScreen: pathname => fetchScreen(pathname, registry) }
}
