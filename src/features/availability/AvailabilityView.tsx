import { lazy, Suspense } from 'react'
import { Loading } from '../../show'
import { TimelineView } from './TimelineView'
import type { TimelineActions } from './timeline/TimelineActions'
import type { ChosenRequest } from './useRequest'
import type { ShownResource } from './useShownResources'
import { useText } from './useText'
import type { ChangeView, ViewState } from './viewState'

const EverythingList = lazy(() => import('./EverythingList'))
const EverythingMonth = lazy(() => import('./EverythingMonth'))
const SlotList = lazy(async () => ({ default: (await import('./SlotList')).SlotList }))
const MonthMap = lazy(async () => ({ default: (await import('./MonthMap')).MonthMap }))

interface AvailabilityViewProps {
  state: ViewState
  change: ChangeView
  addressOf: (changes: Partial<ViewState>) => string
  chosen: ChosenRequest
  resources: readonly ShownResource[]
  date: string
  today: string
  weekStartsOn: number
  actions: TimelineActions
}

export const AvailabilityView = ({
  state,
  change,
  addressOf,
  chosen,
  resources,
  date,
  today,
  weekStartsOn,
  actions,
}: AvailabilityViewProps) => {
  const text = useText()
  const { request } = chosen
  const loading = <Loading>{text('loading', { title: text('nav.availability') })}</Loading>
  if (chosen.isLoading) return loading
  if (state.view === 'day' || state.view === 'week')
    return (
      <TimelineView
        {...actions}
        state={state}
        date={date}
        weekStartsOn={weekStartsOn}
        chosen={chosen}
        change={change}
        addressOf={addressOf}
      />
    )
  const month = { month: date.slice(0, 7), today, weekStartsOn, addressOf }
  if (!request)
    return (
      <Suspense fallback={loading}>
        {state.view === 'month' ? <EverythingMonth {...month} /> : <EverythingList {...{ from: date, addressOf }} />}
      </Suspense>
    )
  if (state.view === 'month')
    return (
      <Suspense fallback={loading}>
        <MonthMap request={request} {...month} />
      </Suspense>
    )
  return (
    <Suspense fallback={loading}>
      <SlotList
        state={state}
        request={request}
        from={date}
        resources={resources}
        change={change}
        onSelectFree={actions.onSelectFree}
      />
    </Suspense>
  )
}
