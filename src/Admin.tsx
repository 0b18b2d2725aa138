import { CoreAdminContext, CoreAdminUI, CustomRoutes, ResourceDefinitionContextProvider } from 'ra-core'
import { lazy } from 'react'
import { Navigate, Route } from 'react-router'
import { useMe } from './authProvider/useMe'
import { config } from './config'
import { registerResource, resourceMessages, resourceRoutes } from './crud'
import { preferredLocale, toLocale } from './i18n/locale'
import { useI18nProvider } from './i18n/useI18nProvider'
import { AccessDeniedView } from './layout/AccessDeniedView'
import { ErrorView } from './layout/ErrorView'
import { NotFoundView } from './layout/NotFoundView'
import { NotificationBridge } from './layout/NotificationBridge'
import { Shell } from './layout/Shell'
import { Splash } from './layout/Splash'
import { useAccountRefresh } from './layout/useAccountRefresh'
import { useHeadingFocus } from './layout/useHeadingFocus'
import { useLiveBookings } from './pages/bookings/useLiveBookings'
import { resources } from './resources'
import { routerProvider } from './routing/routerProvider'
import { useScope } from './tenant/TenantScope'

const HomePage = lazy(() => import('./pages/home/HomePage'))
const AvailabilityPage = lazy(() => import('./pages/availability/AvailabilityPage'))
const BookingPage = lazy(() => import('./pages/bookings/page/BookingPage'))
const CustomerPage = lazy(() => import('./pages/customers/CustomerPage'))
const SetupPage = lazy(() => import('./pages/setup/SetupPage'))
const SuperAdminPage = lazy(() => import('./pages/superadmin/SuperAdminPage'))
const SettingsPage = lazy(() => import('./pages/settings/SettingsPage'))
const TenantSettingsPage = lazy(() => import('./pages/settings/TenantSettingsPage'))
const MembersPage = lazy(() => import('./pages/settings/MembersPage'))
const AuditLogPage = lazy(() => import('./pages/auditLog/AuditLogPage'))

const englishMessages = resourceMessages(resources)

/** What react-admin's own links and titles ask about a resource; its screens are the routes below. */
const definitions = Object.fromEntries(resources.map(resource => [resource.name, registerResource(resource)]))

/** The same element each time: react-admin reads its routes anew when it changes. */
const screens = (
  <CustomRoutes>
    <Route path="/" element={<HomePage />} />
    <Route path="/availability" element={<AvailabilityPage />} />
    <Route path="/bookings/new" element={<Navigate to="/availability" replace />} />
    <Route path="/bookings/:id" element={<BookingPage />} />
    <Route path="/customers/:id" element={<CustomerPage />} />
    <Route path="/setup" element={<SetupPage />} />
    <Route path="/superadmin" element={<SuperAdminPage />} />
    <Route path="/settings" element={<SettingsPage />} />
    <Route path="/settings/tenant" element={<TenantSettingsPage />} />
    <Route path="/settings/members" element={<MembersPage />} />
    <Route path="/settings/audit-log" element={<AuditLogPage />} />
    {resources.map(resourceRoutes)}
  </CustomRoutes>
)

const Screens = () => {
  useHeadingFocus()
  useAccountRefresh()
  useLiveBookings()
  return (
    <ResourceDefinitionContextProvider definitions={definitions}>
      <CoreAdminUI
        layout={Shell}
        catchAll={NotFoundView}
        error={ErrorView}
        accessDenied={AccessDeniedView}
        authenticationError={AccessDeniedView}
        title={config.productName}
        disableTelemetry
      >
        {screens}
      </CoreAdminUI>
    </ResourceDefinitionContextProvider>
  )
}

/** react-admin for the current tenant, in the person's language. */
export const Admin = () => {
  const { dataProvider, authProvider, queryClient, store } = useScope()
  const { data: me } = useMe()
  const i18nProvider = useI18nProvider(toLocale(me?.locale) ?? preferredLocale(), englishMessages)
  if (!i18nProvider) return <Splash />
  return (
    <CoreAdminContext
      dataProvider={dataProvider}
      authProvider={authProvider}
      queryClient={queryClient}
      store={store}
      i18nProvider={i18nProvider}
      routerProvider={routerProvider}
    >
      <NotificationBridge />
      <Screens />
    </CoreAdminContext>
  )
}
