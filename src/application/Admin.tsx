import {
  CoreAdminContext,
  CoreAdminUI,
  CustomRoutes,
  type DataProvider,
  ResourceDefinitionContextProvider,
} from 'ra-core'
import { Children, type ComponentType, lazy, useMemo } from 'react'
import { Route } from 'react-router'
import { useMe } from '../authProvider/useMe'
import { config } from '../config'
import { registerResource, resourceRoutes } from '../crud'
import { catalogueOf } from '../crud/text/catalogueOf'
import { RegistryProvider } from '../crud/views'
import type { SlotwiseDataProvider } from '../dataProvider/createDataProvider'
import { preferredLocale } from '../i18n/locale'
import { useI18nProvider } from '../i18n/useI18nProvider'
import { AccessDeniedView } from '../layout/AccessDeniedView'
import { AdditionsProvider } from '../layout/additions'
import { AreasProvider } from '../layout/areas'
import { ErrorView } from '../layout/ErrorView'
import { IconsProvider } from '../layout/icons'
import { LiveUpdates } from '../layout/LiveUpdates'
import { NotFoundView } from '../layout/NotFoundView'
import { NotificationBridge } from '../layout/NotificationBridge'
import { liveNames, type Product, viewsOfAll } from '../layout/product'
import { Shell } from '../layout/Shell'
import { Splash } from '../layout/Splash'
import { TenantNoticeProvider } from '../layout/tenant/TenantNotice'
import { useHeadingFocus } from '../layout/useHeadingFocus'
import { defaultAreas } from '../pages/areas'
import { core } from '../pages/core'
import { createRouterProvider } from '../routing/routerProvider'
import { toLocale } from '../schema/locales'
import { useScope } from '../tenant/TenantScope'

const FirstScreen = lazy(() => import('../pages/FirstScreen'))

/** @throws if two subjects define the same text or view */
export const createAdmin = ({
  registry,
  effects,
  texts,
  areas = defaultAreas,
  icons,
  loadChecks,
  ...given
}: Product): ComponentType => {
  const catalogue = catalogueOf(registry.all, texts)
  const subjects = [core, ...(given.subjects ?? [])]
  const views = viewsOfAll(subjects)
  const routerProvider = createRouterProvider(registry)
  const live = subjects.flatMap(({ live }) => (live ? [{ resource: live, refreshes: liveNames(live, effects) }] : []))
  const menu = subjects.flatMap(subject => subject.menu ?? [])
  const cards = subjects.flatMap(subject => subject.card ?? [])
  const palette = subjects.flatMap(subject => subject.palette ?? [])
  const wrapped = (provider: SlotwiseDataProvider): SlotwiseDataProvider => ({
    ...provider,
    ...subjects.reduce((inner: DataProvider, subject) => subject.dataProvider?.(inner) ?? inner, provider),
  })
  const notices = Children.toArray(subjects.map(({ tenantNotice }) => tenantNotice))

  /** For links and titles. */
  const definitions = Object.fromEntries(
    registry.all.map(resource => [resource.name, registerResource(resource, views[resource.name]?.screens)]),
  )

  /** react-admin reads its routes again when the element changes. */
  const routes = (
    <CustomRoutes>
      {Children.toArray(subjects.map(({ screens }) => screens))}
      <Route path="/" element={<FirstScreen />} />
      {registry.all.map(resource => resourceRoutes(resource, views[resource.name]?.screens))}
    </CustomRoutes>
  )

  const Screens = () => {
    useHeadingFocus()
    return (
      <ResourceDefinitionContextProvider definitions={definitions}>
        {live.map(each => (
          <LiveUpdates key={each.resource.name} {...each} />
        ))}
        <CoreAdminUI
          layout={Shell}
          catchAll={NotFoundView}
          error={ErrorView}
          accessDenied={AccessDeniedView}
          authenticationError={AccessDeniedView}
          title={config.productName}
          disableTelemetry
        >
          {routes}
        </CoreAdminUI>
      </ResourceDefinitionContextProvider>
    )
  }

  return () => {
    const { dataProvider: provider, authProvider, queryClient, store } = useScope()
    const dataProvider = useMemo(() => wrapped(provider), [provider])
    const { data: me } = useMe()
    const i18nProvider = useI18nProvider(toLocale(me?.locale) ?? preferredLocale(), catalogue)
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
        <RegistryProvider registry={registry} views={views} loadChecks={loadChecks}>
          <IconsProvider icons={icons}>
            <AreasProvider areas={areas}>
              <AdditionsProvider menu={menu} cards={cards} palette={palette}>
                <TenantNoticeProvider notice={notices}>
                  <Screens />
                </TenantNoticeProvider>
              </AdditionsProvider>
            </AreasProvider>
          </IconsProvider>
        </RegistryProvider>
      </CoreAdminContext>
    )
  }
}
