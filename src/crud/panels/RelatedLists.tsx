import { ListBase, useCanAccess, useListContext, useRecordContext } from 'ra-core'
import { useId, useMemo } from 'react'
import { Link } from 'react-router'
import { useMachineText } from '../../i18n/useMachineText'
import { type AnyResource, type Related, screenPath } from '../../schema'
import { Muted, Row, Stack } from '../../ui/layout'
import { LoadError } from '../../ui/screen/LoadError'
import { useIsNarrow } from '../../ui/screen/useIsNarrow'
import { DeclarationProvider, useDeclaration } from '../declaration'
import { FormDialogs } from '../form/FormDialogs'
import { namesOfNew } from '../form/formValues'
import { CreateButton } from '../list/CreateButton'
import styles from '../list/list.module.css'
import { RecordCards } from '../list/RecordCards'
import { RecordTable } from '../list/RecordTable'
import { sortOf } from '../list/sortOf'
import { useTableFits } from '../list/useTableFits'
import { resourceKeys } from '../text/resourceKeys'
import { useRegistry } from '../views'

const shown = 10

const listAddress = (resource: AnyResource, filter: Readonly<Record<string, string>>): string =>
  `${screenPath(resource, 'list')}?filter=${encodeURIComponent(JSON.stringify(filter))}`

const RelatedRecords = ({ filter }: { filter: Readonly<Record<string, string>> }) => {
  const text = useMachineText()
  const resource = useDeclaration()
  const keys = resourceKeys(resource)
  const { data, error, refetch, total = 0 } = useListContext()
  const isNarrow = useIsNarrow()
  const { frame, fits } = useTableFits(resource.list.columns.join())
  const hasCards = isNarrow || !fits
  const id = useId()
  const canBegin = Object.keys(filter).every(name => namesOfNew(resource).includes(name))
  const Records = hasCards ? RecordCards : RecordTable
  // Nothing below moves.
  if (!data && !error) return null
  return (
    <Stack as="section" gap="1rem" className={styles.related} aria-labelledby={id}>
      <Row as="header" wrap gap="0.5rem 1rem" justify="space-between" className={styles.relatedHeader}>
        <h2 id={id}>{text(keys.page('list'))}</h2>
        <Row wrap gap="0.5rem 1rem">
          {total > shown && (
            <Link to={listAddress(resource, filter)}>{text('crud.related.all', { count: total })}</Link>
          )}
          {canBegin && <CreateButton startingValues={filter} />}
        </Row>
      </Row>
      {error ? (
        <LoadError message={text('crud.error.list')} error={error} onRetry={() => void refetch()} />
      ) : data?.length === 0 ? (
        <Muted>{text('crud.related.none')}</Muted>
      ) : (
        <div ref={frame} className={hasCards ? styles.plain : styles.frame}>
          <Records />
        </div>
      )}
    </Stack>
  )
}

const RelatedList = ({ by, parentId }: { by: string; parentId: string }) => {
  const { name, list } = useDeclaration()
  const { canAccess } = useCanAccess({ resource: name, action: 'list' })
  const filter = useMemo(() => ({ [by]: parentId }), [by, parentId])
  // The list shows errors.
  const queryOptions = useMemo(() => ({ onError: () => {} }), [])
  if (!canAccess) return null
  return (
    <>
      <ListBase
        disableSyncWithLocation
        storeKey={false}
        perPage={shown}
        sort={sortOf(list.sort)}
        filter={filter}
        exporter={false}
        queryOptions={queryOptions}
      >
        <RelatedRecords filter={filter} />
      </ListBase>
      <FormDialogs />
    </>
  )
}

/** It is the same in every row. */
const without = (resource: AnyResource, by: string): AnyResource => ({
  ...resource,
  list: { ...resource.list, columns: resource.list.columns.filter(name => name !== by) },
})

const RelatedTo = ({ of, by, parentId }: Related & { parentId: string }) => {
  const { named } = useRegistry()
  // Another declaration would reset a form inside.
  const resource = useMemo(() => without(named(of().name), by), [named, of, by])
  return (
    <DeclarationProvider resource={resource} isElsewhere>
      <RelatedList by={by} parentId={parentId} />
    </DeclarationProvider>
  )
}

const RelatedLists = ({ related }: { related: readonly Related[] }) => {
  const parentId = String(useRecordContext()?.id)
  return related.map(({ of, by }) => <RelatedTo key={`${of().name}.${by}`} of={of} by={by} parentId={parentId} />)
}

export default RelatedLists
