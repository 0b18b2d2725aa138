import { ListBase, useCanAccess } from 'ra-core'
import { lazy, Suspense, useId, useMemo } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import type { AnyResource } from '../../schema'
import { Row, Stack } from '../../ui/layout'
import { Loading } from '../../ui/screen/Loading'
import { DeclarationProvider, type PathParameters, useDeclaration, useMeta } from '../declaration'
import { FormDialogs } from '../form/FormDialogs'
import { resourceKeys } from '../text/resourceKeys'
import { TrashLink } from '../trash/TrashLink'
import { CreateButton } from './CreateButton'
import { ListContent } from './ListContent'
import styles from './list.module.css'
import { orderField, relatedParams } from './relatedParams'
import { useListState } from './useListState'

const OrderedRecords = lazy(() => import('./OrderedRecords'))

const RelatedView = () => {
  const translate = useMachineText()
  const resource = useDeclaration()
  const keys = resourceKeys(resource)
  const orderedBy = orderField(resource)
  const state = useListState()
  const id = useId()
  return (
    <Stack as="section" gap="1rem" className={styles.related} aria-labelledby={id}>
      <Row as="header" wrap gap="0.5rem 1rem" justify="space-between" className={styles.relatedHeader}>
        <h2 id={id}>{translate(keys.page('list'))}</h2>
        {(state === 'ready' || state === 'unmatched') && (
          <Row wrap gap="0.5rem">
            <Suspense fallback={null}>
              <TrashLink />
            </Suspense>
            <CreateButton />
          </Row>
        )}
      </Row>
      {state === 'loading' ? (
        <Loading>{translate(keys.loading('list'))}</Loading>
      ) : orderedBy && state === 'ready' ? (
        <Suspense fallback={null}>
          <OrderedRecords by={orderedBy} />
        </Suspense>
      ) : (
        <ListContent state={state} />
      )}
    </Stack>
  )
}

const Related = () => {
  const resource = useDeclaration()
  const { name } = resource
  const meta = useMeta()
  const { canAccess } = useCanAccess({ resource: name, action: 'list' })
  // The list shows errors.
  const queryOptions = useMemo(() => ({ meta, onError: () => {} }), [meta])
  if (!canAccess) return null
  return (
    <>
      <ListBase
        disableSyncWithLocation
        storeKey={false}
        {...relatedParams(resource)}
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
  meta: PathParameters
}

export const RelatedList = ({ resource, meta }: RelatedListProps) => (
  <DeclarationProvider resource={resource} meta={meta}>
    <Related />
  </DeclarationProvider>
)
