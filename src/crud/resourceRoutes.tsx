import { lazy, type ReactNode, Suspense } from 'react'
import { Navigate, Route, useParams } from 'react-router'
import { type AnyResource, acrossParents, formStyle, type Registry } from '../schema'
import { lazyScreen } from '../ui/lazyScreen'
import { recordAddress } from './addresses'
import { DeclarationProvider, useDeclaration } from './declaration'
import { LoadingScreen } from './screen/LoadingScreen'
import type { OwnScreens } from './views'

const ListScreen = lazyScreen(() => import('./list/ListScreen'))
const ListWithViews = lazyScreen(() => import('./otherViews/ListWithViews'))
const FormPage = lazy(() => import('./form/FormPage'))
const TrashScreen = lazy(() => import('./trash/TrashScreen'))
const ImportPage = lazy(() => import('./imports/ImportPage'))
const BelowParent = lazy(() => import('./across/BelowParent'))
const SingletonPage = lazy(() => import('./form/SingletonPage'))

const ShowForm = () => <Navigate to={recordAddress(useDeclaration(), useParams().id ?? '') ?? '/'} replace />

const listOf = ({ list }: AnyResource) => (list.views ? ListWithViews : ListScreen)

const generated = (resource: AnyResource): OwnScreens => {
  if (resource.kind === 'singleton') return { list: SingletonPage }
  return {
    list: listOf(resource),
    ...(formStyle(resource, 'create') === 'page' && { create: FormPage }),
    ...(formStyle(resource, 'edit') === 'page' && { edit: FormPage }),
    show: ShowForm,
  }
}

const expectAddresses = (resource: AnyResource, own: OwnScreens): void => {
  for (const view of ['create', 'edit'] as const) {
    if (own[view] && formStyle(resource, view) === 'dialog')
      throw new Error(`${resource.name}: its own ${view} screen needs an address; set screens.form.${view} to 'page'.`)
  }
}

/** @throws if an `own` screen would have no address */
export const resourceRoutes = (resource: AnyResource, own: OwnScreens = {}): ReactNode => {
  const across = acrossParents(resource)
  if (across) return resourceRoutes(across, { create: BelowParent, edit: BelowParent })
  const base = resource.screens?.base
  if (!base) return null
  expectAddresses(resource, own)
  const screens = { ...generated(resource), ...own }
  const route = (view: keyof OwnScreens, path: string, Screen = screens[view]) => {
    if (!Screen) return null
    const element = (
      <DeclarationProvider resource={resource}>
        <Suspense key={path} fallback={<LoadingScreen view={view === 'show' ? 'edit' : view} />}>
          <Screen />
        </Suspense>
      </DeclarationProvider>
    )
    return <Route key={path} path={path} element={element} />
  }
  return [
    route('list', base),
    route('create', `${base}/new`),
    resource.trash && route('list', `${base}/trash`, TrashScreen),
    resource.import !== undefined && route('list', `${base}/import`, ImportPage),
    route('edit', formStyle(resource, 'edit') === 'own' ? `${base}/:id` : `${base}/:id/edit`),
    route('show', `${base}/:id/show`),
  ]
}

/** Preloads lists, most people's first screens. */
export const fetchScreen = async (pathname: string, { screened }: Registry): Promise<void> => {
  const base = pathname.replace(/\/+$/, '')
  const resource = screened.find(({ kind, screens }) => kind !== 'singleton' && screens.base === base)
  if (resource) await listOf(resource).fetch()
}
