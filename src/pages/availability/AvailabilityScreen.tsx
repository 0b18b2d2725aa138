import Button from '@mui/material/Button'
import { lazy, Suspense, useCallback, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { formatDay } from '../../crud/format/clockTimes'
import { useDisplay } from '../../crud/format/display'
import { addDays, startOfWeek, todayIn } from '../../crud/inputs/hours/dates'
import { LoadError } from '../../crud/screen/LoadError'
import { Loading } from '../../crud/screen/Loading'
import { Screen } from '../../crud/screen/Screen'
import { useText } from '../../i18n/useText'
import notice from '../../layout/notice.module.css'
import { useTenant } from '../../tenant/TenantProvider'
import styles from './availability.module.css'
import { MonthMap } from './MonthMap'
import { NextAvailable } from './NextAvailable'
import { RequestPickers } from './RequestPickers'
import { SlotList } from './SlotList'
import { TimelineView } from './TimelineView'
import type { TimelineActions } from './timeline/TimelineActions'
import { useFirstItems, useRequest } from './useRequest'
import { useShownResources } from './useShownResources'
import { ViewBar } from './ViewBar'
import { useViewState, type ViewState, withViewState } from './viewState'
import { readWhy } from './why'
import { ZoneNote } from './ZoneNote'

const ExplainDrawer = lazy(() => import('./ExplainDrawer'))

/** Free times of what the catalog offers, as day, week, month or list; the whole view is in the address. */
export const AvailabilityScreen = (actions: TimelineActions) => {
  const text = useText()
  const { timeZone, locale } = useDisplay()
  const { tenant } = useTenant()
  const { search } = useLocation()
  const [state, change] = useViewState()
  const catalog = useFirstItems()
  const chosen = useRequest(state)
  const shown = useShownResources(chosen.variant, state)
  // It closes by itself, so it stays once it was there.
  const wasExplained = useRef(false)
  wasExplained.current ||= state.why !== null
  const title = text('nav.availability')

  const addressOf = useCallback(
    (changes: Partial<ViewState>) => `/availability?${withViewState(new URLSearchParams(search), changes)}`,
    [search],
  )

  if (catalog.isLoading)
    return (
      <Screen title={title}>
        <Loading>{text('loading', { title })}</Loading>
      </Screen>
    )
  if (catalog.error)
    return (
      <Screen title={title}>
        <LoadError message={text('availability.failed')} error={catalog.error} onRetry={() => void catalog.refetch()} />
      </Screen>
    )
  const isEmpty = catalog.total === 0 && !state.itemId && !shown.isLoading && shown.total === 0
  if (isEmpty)
    return (
      <Screen title={title}>
        <div className={notice.notice}>
          <p>{text('availability.text')}</p>
          <Button component={Link} to="/setup/" variant="outlined">
            {text('availability.openSetup')}
          </Button>
        </div>
      </Screen>
    )

  const today = todayIn(timeZone)
  const date = state.date ?? today
  const weekStartsOn = tenant?.weekStartsOn ?? 1
  const week = startOfWeek(date, weekStartsOn)
  const { request } = chosen
  const period = {
    day: () => formatDay(date, locale, 'full'),
    week: () => `${formatDay(week, locale, 'short')} – ${formatDay(addDays(week, 6), locale, 'short')}`,
    month: () => formatDay(date, locale, 'month'),
    list: () => `${formatDay(date, locale, 'short')} – ${formatDay(addDays(date, 6), locale, 'short')}`,
  }[state.view]()

  const content = () => {
    if (chosen.isLoading) return <Loading>{text('loading', { title })}</Loading>
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
    if (!request) return <p className={styles.note}>{text('availability.choose')}</p>
    if (state.view === 'month')
      return (
        <MonthMap
          request={request}
          month={date.slice(0, 7)}
          today={today}
          weekStartsOn={weekStartsOn}
          addressOf={addressOf}
        />
      )
    return (
      <SlotList
        state={state}
        request={request}
        from={date}
        resources={shown.resources}
        change={change}
        onSelectFree={actions.onSelectFree}
      />
    )
  }

  return (
    <Screen title={title} subtitle={<ZoneNote />}>
      <RequestPickers state={state} change={change} chosen={chosen} />
      {state.itemId && !chosen.isLoading && !chosen.variant && (
        <p className={styles.note}>{text('availability.noVariants')}</p>
      )}
      <ViewBar view={state.view} period={period} date={date} today={today} change={change}>
        {request && (
          <NextAvailable key={JSON.stringify(request) + date} request={request} date={date} addressOf={addressOf} />
        )}
      </ViewBar>
      {content()}
      {wasExplained.current && (
        <Suspense>
          <ExplainDrawer why={readWhy(state.why)} request={request} onClose={() => change({ why: null })} />
        </Suspense>
      )}
    </Screen>
  )
}
