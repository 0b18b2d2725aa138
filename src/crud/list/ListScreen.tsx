import ViewColumn from '@mui/icons-material/ViewColumn'
import Button from '@mui/material/Button'
import { ListBase } from 'ra-core'
import { lazy, memo, type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { Screen } from '../../ui/screen/Screen'
import { useIsNarrow } from '../../ui/screen/useIsNarrow'
import { useActionsOn } from '../actions/useOfferedActions'
import { useBulkActions } from '../bulk/useBulkActions'
import { useDeclaration } from '../declaration'
import { FormDialogs } from '../form/FormDialogs'
import { useSavedViews } from '../savedViews/context'
import { OpenedView } from '../savedViews/OpenedView'
import { LoadingScreen } from '../screen/LoadingScreen'
import { resourceKeys } from '../text/resourceKeys'
import { loadTrash, TrashLink } from '../trash/TrashLink'
import { CreateButton } from './CreateButton'
import { ListContent, loadCards } from './ListContent'
import styles from './list.module.css'
import { openingParams } from './tabs'
import { useListState } from './useListState'
import { useRowEnd } from './useRowEnd'

const loadExport = () => import('../csv/ExportButton')
const ExportButton = lazy(loadExport)
const ColumnsMenu = lazy(() => import('./ColumnsMenu'))

const ColumnsButton = () => {
  const translate = useMachineText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        startIcon={<ViewColumn />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {translate('ra.action.select_columns')}
      </Button>
      {anchor && (
        <Suspense>
          <ColumnsMenu anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}

const loadCollection = () => import('../actions/CollectionActions')
const CollectionActions = lazy(loadCollection)

interface ListScreenProps {
  switcher?: ReactNode
}

/** They come together: one after the other, they would move each other. */
export const ListActions = memo(({ switcher, isTable }: ListScreenProps & { isTable: boolean }) => {
  const isNarrow = useIsNarrow()
  const takesFiles = useDeclaration().import !== undefined
  const hasActions = useActionsOn('collection').length > 0
  return (
    <Suspense fallback={<span className={styles.actionsRoom} />}>
      {switcher}
      {isTable && !isNarrow && <ColumnsButton />}
      <ExportButton />
      <TrashLink />
      {(takesFiles || hasActions) && (
        <Suspense fallback={<span className={styles.actionRoom} />}>
          <CollectionActions />
        </Suspense>
      )}
      <CreateButton />
    </Suspense>
  )
})

const ListView = ({ switcher }: ListScreenProps) => {
  const title = useMachineText()(resourceKeys(useDeclaration()).page('list'))
  // All rows at once would block a phone for half a second.
  const state = useDeferredValue(useListState(), 'loading')
  const isPending = useSavedViews()?.isPending
  if (useIsNarrow()) void loadCards()
  const { trash, import: taken } = useDeclaration()
  const hasActions = useActionsOn('collection').length > 0
  // Beside the records, not after them.
  useEffect(() => {
    const needed = [loadExport, ...(trash ? [loadTrash] : []), ...(taken || hasActions ? [loadCollection] : [])]
    // Drawing asks again, and says so.
    for (const load of needed) load().catch(() => {})
  }, [trash, taken, hasActions])
  // Before the rows, whose columns depend on it.
  useBulkActions()
  useRowEnd()
  if (state === 'loading' || isPending) return <LoadingScreen view="list" />
  return (
    <Screen
      title={title}
      isWide
      actions={(state === 'ready' || state === 'unmatched') && <ListActions switcher={switcher} isTable />}
    >
      <ListContent state={state} />
    </Screen>
  )
}

/** The list shows errors. */
const queryOptions = { onError: () => {} }

const Records = ({ switcher }: ListScreenProps) => {
  const resource = useDeclaration()
  // Keeps a view's query from being restored without it.
  const apart = useSavedViews()?.open && { storeKey: `${resource.name}.view` }
  return (
    <ListBase key={resource.name} {...openingParams(resource)} {...apart} exporter={false} queryOptions={queryOptions}>
      <ListView switcher={switcher} />
    </ListBase>
  )
}

const ListScreen = ({ switcher }: ListScreenProps) => (
  <>
    <OpenedView key={useDeclaration().name}>
      <Records switcher={switcher} />
    </OpenedView>
    <FormDialogs />
  </>
)

export default ListScreen
