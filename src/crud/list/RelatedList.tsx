import { ListBase, useCanAccess, useTranslate } from 'ra-core'
import { lazy, Suspense, useId, useMemo } from 'react'
import { type AnyResource, fieldOf, parseSort } from '../../schema'
import { DeclarationProvider, type PathParameters, useDeclaration, useMeta } from '../declaration'
import { FormDialogs } from '../form/FormDialogs'
import { Loading } from '../screen/Loading'
import { resourceKeys } from '../text/resourceKeys'
import { CreateButton } from './CreateButton'
import { ListContent } from './ListContent'
import styles from './list.module.css'
import { sortOf } from './sortOf'
import { useListState } from './useListState'

const OrderedRecords = lazy(() => import('./OrderedRecords'))

/** The field in which a list keeps an order that people choose, when it has one: a number that it is sorted by and that they may write. */
const orderField = (resource: AnyResource): string | null => {
  const { field: name } = parseSort(resource.list.sort)
  const field = fieldOf(resource, name)
  return field?.kind === 'integer' && field.writable ? name : null
}

/** Of a list in an order of its own everything is shown, since places are among all. */
const longest = 100

const RelatedView = () => {
  const translate = useTranslate()
  const resource = useDeclaration()
  const keys = resourceKeys(resource)
  const orderedBy = orderField(resource)
  const state = useListState()
  const id = useId()
  return (
    <section className={styles.related} aria-labelledby={id}>
      <header className={styles.relatedHeader}>
        <h2 id={id}>{translate(keys.page('list'))}</h2>
        {(state === 'ready' || state === 'unmatched') && <CreateButton />}
      </header>
      {state === 'loading' ? (
        <Loading>{translate(keys.loading('list'))}</Loading>
      ) : orderedBy && state === 'ready' ? (
        <Suspense fallback={<Loading>{translate(keys.loading('list'))}</Loading>}>
          <OrderedRecords by={orderedBy} />
        </Suspense>
      ) : (
        <ListContent state={state} />
      )}
    </section>
  )
}

const Related = () => {
  const resource = useDeclaration()
  const { name, list } = resource
  const meta = useMeta()
  const { canAccess } = useCanAccess({ resource: name, action: 'list' })
  // What went wrong is shown in the list's place, so it needs no toast.
  const queryOptions = useMemo(() => ({ meta, onError: () => {} }), [meta])
  if (!canAccess) return null
  return (
    <>
      <ListBase
        disableSyncWithLocation
        storeKey={false}
        perPage={orderField(resource) ? longest : 25}
        sort={sortOf(list.sort)}
        exporter={false}
        queryOptions={queryOptions}
      >
        <RelatedView />
      </ListBase>
      <FormDialogs />
    </>
  )
}

interface RelatedListProps {
  resource: AnyResource
  /** The parameters of its path. */
  meta: PathParameters
}

/** The records of a nested resource inside its parent's screen: a list with its forms as dialogs. Absent for who may not see them. */
export const RelatedList = ({ resource, meta }: RelatedListProps) => (
  <DeclarationProvider resource={resource} meta={meta}>
    <Related />
  </DeclarationProvider>
)
