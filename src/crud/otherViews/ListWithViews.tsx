import { ListBase } from 'ra-core'
import { lazy, Suspense } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { tabsOf } from '../../schema'
import { Loading } from '../../ui/screen/Loading'
import { Screen } from '../../ui/screen/Screen'
import { useDeclaration } from '../declaration'
import { FormDialogs } from '../form/FormDialogs'
import { ListHead } from '../list/ListContent'
import ListScreen, { ListActions } from '../list/ListScreen'
import { openingParams } from '../list/tabs'
import { useSavedViews } from '../savedViews/context'
import { OpenedView } from '../savedViews/OpenedView'
import { LoadingScreen } from '../screen/LoadingScreen'
import { resourceKeys } from '../text/resourceKeys'
import { isDividedBy } from './boardTabs'
import { useListViews, useOpenView, type ViewName } from './useOpenView'
import { useViewText } from './useViewText'
import { ViewSwitch } from './ViewSwitch'

const views = {
  calendar: lazy(() => import('./CalendarView')),
  board: lazy(() => import('./BoardView')),
  map: lazy(() => import('./MapView')),
}

const asksNothing = { enabled: false }

const ViewScreen = ({ name }: { name: ViewName }) => {
  const text = useMachineText()
  const viewText = useViewText()
  const resource = useDeclaration()
  const { board } = useListViews()
  const saved = useSavedViews()
  const isWhole = name === 'board' && board !== undefined && isDividedBy(resource, board.by)
  const hasTabs = (tabsOf(resource).length > 0 && !isWhole) || Boolean(saved?.views.length)
  const View = views[name]
  if (saved?.isPending) return <LoadingScreen view="list" />
  return (
    <ListBase
      key={resource.name}
      {...openingParams(resource)}
      {...(saved?.open && { storeKey: `${resource.name}.view` })}
      exporter={false}
      queryOptions={asksNothing}
    >
      <Screen
        title={text(resourceKeys(resource).page('list'))}
        isWide
        actions={<ListActions switcher={<ViewSwitch />} isTable={false} />}
      >
        <ListHead isDivided={hasTabs} isWhole={isWhole} />
        <Suspense fallback={<Loading>{viewText('crud.views.loading')}</Loading>}>
          <View />
        </Suspense>
      </Screen>
    </ListBase>
  )
}

const ListWithViews = () => {
  const { name } = useDeclaration()
  const [{ view }] = useOpenView()
  if (!view) return <ListScreen switcher={<ViewSwitch />} />
  return (
    <>
      <OpenedView key={name}>
        <ViewScreen name={view} />
      </OpenedView>
      <FormDialogs />
    </>
  )
}

export default ListWithViews
