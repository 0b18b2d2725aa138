import { ListBase } from 'ra-core'
import { lazy, Suspense } from 'react'
import { useMachineText } from '../../i18n/useMachineText'
import { tabsOf } from '../../schema'
import { Loading } from '../../ui/screen/Loading'
import { Screen } from '../../ui/screen/Screen'
import { useDeclaration } from '../declaration'
import { FormDialogs } from '../form/FormDialogs'
import { ListHead } from '../list/ListContent'
import { ListRouting } from '../list/ListRouting'
import ListScreen, { ListActions } from '../list/ListScreen'
import { openingParams } from '../list/tabs'
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

/** A view reads its own records, so the list around it reads none. */
const asksNothing = { enabled: false }

const ViewScreen = ({ name }: { name: ViewName }) => {
  const text = useMachineText()
  const viewText = useViewText()
  const resource = useDeclaration()
  const { board } = useListViews()
  const hasTabs = tabsOf(resource).length > 0 && !(name === 'board' && board && isDividedBy(resource, board.by))
  const View = views[name]
  return (
    <>
      <ListRouting>
        <ListBase key={resource.name} {...openingParams(resource)} exporter={false} queryOptions={asksNothing}>
          <Screen
            title={text(resourceKeys(resource).page('list'))}
            isWide
            actions={<ListActions switcher={<ViewSwitch />} isTable={false} />}
          >
            <ListHead isDivided={hasTabs} />
            <Suspense fallback={<Loading>{viewText('crud.views.loading')}</Loading>}>
              <View />
            </Suspense>
          </Screen>
        </ListBase>
      </ListRouting>
      <FormDialogs />
    </>
  )
}

/** A list that is a calendar, a board or a map as well. */
const ListWithViews = () => {
  const [{ view }] = useOpenView()
  return view ? <ViewScreen name={view} /> : <ListScreen switcher={<ViewSwitch />} />
}

export default ListWithViews
