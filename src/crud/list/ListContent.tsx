import visuallyHidden from '@mui/utils/visuallyHidden'
import { useListContext } from 'ra-core'
import { type ComponentProps, lazy, memo, Suspense, useDeferredValue, useId } from 'react'
import { useLocation } from 'react-router'
import { useMachineText } from '../../i18n/useMachineText'
import { tabsOf } from '../../schema'
import { useFailure } from '../../ui/failure/useFailure'
import { ErrorNotice } from '../../ui/screen/ErrorNotice'
import { useIsNarrow } from '../../ui/screen/useIsNarrow'
import { useBulkActions } from '../bulk/useBulkActions'
import { useDeclaration } from '../declaration'
import { FilterBar } from '../filters/FilterBar'
import { useSavedViews } from '../savedViews/context'
import { resourceKeys } from '../text/resourceKeys'
import { TrashLink } from '../trash/TrashLink'
import { useViews } from '../views'
import { CreateButton } from './CreateButton'
import styles from './list.module.css'
import { Pager } from './Pager'
import { RecordTable } from './RecordTable'
import { isFiltered } from './tabs'
import type { ListState } from './useListState'
import { useHiddenColumns, useShownColumns } from './useShownColumns'
import { useTableFits } from './useTableFits'

export const ListFailure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const text = useMachineText()
  const { code, detail } = useFailure()(error)
  return (
    <div className={`${styles.frame} ${styles.failure}`}>
      <ErrorNotice error={error} onRetry={onRetry}>
        <p>
          <strong>{text('error.title')}</strong> {text('crud.error.list')}.{code && code !== 'internal' && ` ${detail}`}
        </p>
      </ErrorNotice>
    </div>
  )
}

const EmptyList = () => {
  const translate = useMachineText()
  return (
    <div className={`${styles.state} ${styles.empty}`}>
      <p>{translate(resourceKeys(useDeclaration()).empty)}</p>
      <CreateButton />
      <Suspense fallback={null}>
        <TrashLink />
      </Suspense>
    </div>
  )
}

const NoMatches = lazy(() => import('./NoMatches'))
const ListTabs = lazy(async () => ({ default: (await import('./ListTabs')).ListTabs }))
export const loadCards = async () => ({ default: (await import('./RecordCards')).RecordCards })
const RecordCards = lazy(loadCards)
const ViewTools = lazy(() => import('../savedViews/ViewTools'))
const PrintList = lazy(() => import('./PrintList'))
const BulkBar = lazy(async () => ({ default: (await import('../bulk/BulkBar')).BulkBar }))

export const ListHead = memo(({ isDivided, ...tabs }: { isDivided: boolean } & ComponentProps<typeof ListTabs>) => {
  const resource = useDeclaration()
  const { slots } = useViews(resource)
  const views = useSavedViews()
  const { search } = useLocation()
  const [hidden] = useHiddenColumns()
  const isChanged = search || hidden.join() !== (resource.list.hidden ?? []).join()
  return (
    <>
      {slots?.list && (
        <Suspense fallback={null}>
          <slots.list />
        </Suspense>
      )}
      {isDivided && (
        <Suspense fallback={<div className={styles.tabsRoom} />}>
          <ListTabs {...tabs} />
        </Suspense>
      )}
      <div className={styles.head}>
        <FilterBar />
        {views && (
          <div className={styles.tools}>
            {isChanged && (
              <Suspense>
                <ViewTools />
              </Suspense>
            )}
          </div>
        )}
      </div>
    </>
  )
})

export const ListContent = ({ state }: { state: Exclude<ListState, 'loading'> }) => {
  const text = useMachineText()
  const { error, filterValues, isFetching, refetch, selectedIds, total } = useListContext()
  const isNarrow = useIsNarrow()
  const columns = useShownColumns()
  // Measuring would delay cards on narrow screens.
  const { frame, fits } = useTableFits(columns.flatMap(({ names }) => names).join())
  const hasCards = isNarrow || !fits
  const bulk = useBulkActions()
  const hasSelected = selectedIds.length > 0
  // A ticked row is shown ticked before its bar is drawn, which has its room.
  const hasBar = useDeferredValue(hasSelected)
  const views = useSavedViews()?.views
  const isDivided = tabsOf(useDeclaration()).length > 0 || Boolean(views?.length)
  const id = useId()
  const panel = isDivided && { id, role: 'tabpanel', 'aria-labelledby': `${id}-tab` }
  const problem = error && <ListFailure error={error} onRetry={() => void refetch()} />
  if (state === 'failed') return problem
  if (state === 'empty') return <EmptyList />
  const Records = hasCards ? RecordCards : RecordTable
  return (
    <>
      <ListHead isDivided={isDivided} panelId={id} />
      {problem}
      {bulk.isAny && hasSelected && (
        <Suspense fallback={<div className={styles.bulkRoom} />}>
          {hasBar ? <BulkBar actions={bulk} /> : <div className={styles.bulkRoom} />}
        </Suspense>
      )}
      <Suspense fallback={<div {...panel} />}>
        <div
          ref={isNarrow ? null : frame}
          className={hasCards ? styles.plain : styles.frame}
          aria-busy={isFetching}
          {...panel}
        >
          {isFetching && <div className={styles.progress} />}
          {state === 'unmatched' ? <NoMatches /> : <Records hasBulkActions={bulk.isAny} />}
        </div>
        <p role="status" style={visuallyHidden}>
          {isFiltered(filterValues) && !isFetching && text('crud.list.count', { smart_count: total ?? 0 })}
        </p>
        <div className={styles.foot}>
          <Suspense>
            <PrintList />
          </Suspense>
          <Pager />
        </div>
      </Suspense>
    </>
  )
}
