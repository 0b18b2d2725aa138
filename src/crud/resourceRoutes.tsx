import { lazy, type ReactNode, Suspense } from 'react'
import { Route } from 'react-router'
import { type AnyResource, formStyle } from '../schema'
import { DeclarationProvider } from './declaration'
import { LoadingScreen } from './screen/LoadingScreen'

const ListScreen = lazy(() => import('./list/ListScreen'))
const FormPage = lazy(() => import('./form/FormPage'))

const screen = (resource: AnyResource, view: 'list' | 'create' | 'edit', content: ReactNode) => (
  <DeclarationProvider resource={resource}>
    <Suspense fallback={<LoadingScreen view={view} />}>{content}</Suspense>
  </DeclarationProvider>
)

/**
 * The routes of a resource, for `CustomRoutes`: its list, and the forms that are pages, at the addresses that `screenPath` gives.
 * Forms that are dialogs open over the list; screens of its `own` are not here. A resource without screens has none.
 */
export const resourceRoutes = (resource: AnyResource): ReactNode => {
  const base = resource.screens?.base
  if (!base) return null
  return [
    <Route key={base} path={base} element={screen(resource, 'list', <ListScreen />)} />,
    formStyle(resource, 'create') === 'page' && (
      <Route key={`${base}/new`} path={`${base}/new`} element={screen(resource, 'create', <FormPage />)} />
    ),
    formStyle(resource, 'edit') === 'page' && (
      <Route key={`${base}/:id/edit`} path={`${base}/:id/edit`} element={screen(resource, 'edit', <FormPage />)} />
    ),
  ]
}
