import { ThemeProvider } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { Admin } from './Admin'
import { AccountProvider } from './authProvider/AccountProvider'
import { createAccountClient } from './authProvider/accountClient'
import type { Session } from './authProvider/createSession'
import { preloadMe } from './authProvider/me'
import { useSession, useSessionStore } from './authProvider/useSession'
import { config } from './config'
import { createFetchMe } from './dataProvider/fetchMe'
import { createHttpClient } from './dataProvider/httpClient'
import { RequireSession } from './layout/RequireSession'
import { createFetchTenants } from './tenant/fetchTenants'
import { TenantProvider } from './tenant/TenantProvider'
import { TenantScope } from './tenant/TenantScope'
import { colorModeKey } from './theme/colorScheme'
import { theme } from './theme/theme'

/** The page has the custom properties already. MUI documents this for the provider behind its ThemeProvider, whose type lacks it. */
const stylesInPage = { disableStyleSheetGeneration: true }

const createAccount = (session: Session) => {
  const http = createHttpClient({ apiUrl: config.apiUrl, session, tenantId: null })
  return { client: createAccountClient(), fetchMe: createFetchMe(http), fetchTenants: createFetchTenants(http) }
}

/** Everything behind sign-in: the person above their tenants, and the admin made anew for each tenant. */
export const App = () => {
  const session = useSessionStore()
  const [{ client, fetchMe, fetchTenants }] = useState(() => createAccount(session))
  const userId = useSession().user?.id
  useEffect(() => {
    if (userId) void preloadMe(client, fetchMe)
  }, [userId, client, fetchMe])
  return (
    <ThemeProvider theme={theme} modeStorageKey={colorModeKey} disableTransitionOnChange {...stylesInPage}>
      <RequireSession>
        <AccountProvider client={client} fetchMe={fetchMe}>
          <TenantProvider fetchTenants={fetchTenants}>
            <TenantScope>
              <Admin />
            </TenantScope>
          </TenantProvider>
        </AccountProvider>
      </RequireSession>
    </ThemeProvider>
  )
}
