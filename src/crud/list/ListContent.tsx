import visuallyHidden from '@mui/utils/visuallyHidden'
import { useListContext } from 'ra-core'
import { lazy, Suspense } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { tabsOf } from '../../schema'
import { useIsNarrow } from '../../ui/screen/useIsNarrow'
import { useBulkActions } from '../bulk/useBulkActions'
import { useDeclaration } from '../declaration'
import { FilterBar } from '../filters/FilterBar'
import { useViews } from '../views'
import { EmptyList } from './EmptyList'
import { ListFailure } from './ListFailure'
import styles from './list.module.css'
import { NoMatches } from './NoMatches'
import { Pager } from './Pager'
import { RecordCards } from './RecordCards'
import { RecordTable } from './RecordTable'
import { withoutTab } from './tabs'
import type { ListState } from './useListState'
import { useShownColumns } from './useShownColumns'
import { useTableFits } from './useTableFits'

const ListTabs = lazy(async () => ({ default: (await import('./ListTabs')).ListTabs }))
const BulkBar = lazy(async () => ({ default: (await import('../bulk/BulkBar')).BulkBar }))

export const ListContent = ({ state }: { state: Exclude<ListState, 'loading'> }) => {
  const text = useMachineText()
  const { error, filterValues, isFetching, refetch, selectedIds, total } = useListContext()
  const isNarrow = useIsNarrow()
  const columns = useShownColumns()
  // Measuring would delay cards on narrow screens.
  const { frame, fits } = useTableFits(columns.flatMap(({ names }) => names).join())
  const hasCards = isNarrow || !fits
  const bulk = useBulkActions()
  const resource = useDeclaration()
  const isDivided = tabsOf(resource).length > 0
  const { slots } = useViews(resource)
  const problem = error && <ListFailure error={error} onRetry={() => void refetch()} />
  if (state === 'failed') return problem
  if (state === 'empty') return <EmptyList />
  const isFiltered = Object.keys(withoutTab(filterValues)).length > 0
  const Records = hasCards ? RecordCards : RecordTable
  return (
    <>
      {slots?.list && (
        <Suspense fallback={null}>
          <slots.list />
        </Suspense>
      )}
      {isDivided && (
        <Suspense fallback={<div className={styles.tabsRoom} />}>
          <ListTabs />
        </Suspense>
      )}
      <FilterBar />
      {problem}
      {bulk.isAny && selectedIds.length > 0 && (
        <Suspense>
          <BulkBar actions={bulk} />
        </Suspense>
      )}
      <div ref={isNarrow ? null : frame} className={hasCards ? styles.plain : styles.frame} aria-busy={isFetching}>
        {isFetching && <div className={styles.progress} />}
        {state === 'unmatched' ? <NoMatches /> : <Records hasBulkActions={bulk.isAny} />}
      </div>
      <p role="status" style={visuallyHidden}>
        {isFiltered && !isFetching && text('crud.list.count', { smart_count: total ?? 0 })}
      </p>
      <Pager />
    </>
  )
}
