import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ComponentProps, lazy, memo, Suspense, useCallback, useDeferredValue, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { LoadError, Loading, Screen, todayIn, useDisplay, useTenant } from '../../show'
import notice from '../../ui/screen/notice.module.css'
import { AvailabilityView } from './AvailabilityView'
import styles from './availability.module.css'
import { FiltersButton } from './FiltersButton'
import { NextAvailable } from './NextAvailable'
import type { TimelineActions } from './timeline/TimelineActions'
import { useFirstItems, useItem, useRequest } from './useRequest'
import { shownInWeek, useShownResources } from './useShownResources'
import { useText } from './useText'
import { ViewBar } from './ViewBar'
import { useViewState, type ViewState, withViewState } from './viewState'
import { readWhy } from './why'
import { ZoneNote } from './ZoneNote'

const NewBooking = lazy(() => import('../bookings/NewBooking'))
const ItemChip = lazy(() => import('./ItemChip'))
const ExplainDrawer = lazy(() => import('./ExplainDrawer'))

const MemoizedView = memo(AvailabilityView)

/** Filters answer at once; drawing the view takes longer than a frame. */
const DeferredView = (props: ComponentProps<typeof AvailabilityView>) => <MemoizedView {...useDeferredValue(props)} />

const NothingToOffer = () => {
  const text = useText()
  return (
    <div className={notice.notice}>
      <p>{text('availability.text')}</p>
      <Button component={Link} to="/setup/" variant="outlined">
        {text('availability.openSetup')}
      </Button>
    </div>
  )
}

export const AvailabilityScreen = memo((actions: TimelineActions) => {
  const text = useText()
  const { timeZone } = useDisplay()
  const { tenant } = useTenant()
  const { search } = useLocation()
  const isCompact = useMediaQuery<Theme>(theme => theme.breakpoints.down('lg'), { noSsr: true })
  const [state, change] = useViewState()
  const catalog = useFirstItems()
  const chosen = useRequest(state)
  const shown = useShownResources(chosen.variant, state)
  const { data: item } = useItem(state.itemId)
  // Stays mounted, so that closing can animate.
  const wasExplained = useRef(false)
  wasExplained.current ||= state.why !== null
  const title = text('nav.availability')
  const addressOf = useCallback(
    (changes: Partial<ViewState>) => `/availability?${withViewState(new URLSearchParams(search), changes)}`,
    [search],
  )

  const isEmpty = catalog.total === 0 && !state.itemId && !shown.isLoading && shown.total === 0
  if (catalog.isLoading || catalog.error || isEmpty)
    return (
      <Screen title={title} isDesk>
        {catalog.isLoading ? (
          <Loading>{text('loading', { title })}</Loading>
        ) : catalog.error ? (
          <LoadError
            message={text('availability.failed')}
            error={catalog.error}
            onRetry={() => void catalog.refetch()}
          />
        ) : (
          <NothingToOffer />
        )}
      </Screen>
    )

  const today = todayIn(timeZone)
  const date = state.date ?? today
  const weekStartsOn = tenant?.weekStartsOn ?? 1
  const { request, variant } = chosen
  const subject = state.view === 'week' ? shownInWeek(shown, state)?.name : shown.chosen?.name
  const bar = (
    <ViewBar
      view={state.view}
      isCompact={isCompact}
      isDense={isCompact || state.itemId !== null}
      weekStartsOn={weekStartsOn}
      subject={subject}
      date={date}
      today={today}
      change={change}
    >
      {/* Loads late; aligned right, so that nothing shifts. */}
      <Suspense>
        <ItemChip state={state} name={[item?.name, variant?.name].filter(Boolean).join(' · ')} change={change} />
      </Suspense>
      {request && (
        <NextAvailable key={JSON.stringify(request) + date} request={request} date={date} addressOf={addressOf} />
      )}
      {/* Loads late; aligned right, nothing shifts. */}
      <Suspense>
        <NewBooking from={date} onOpen={actions.onBook} floats />
      </Suspense>
      <FiltersButton state={state} change={change} chosen={chosen} shown={shown} />
    </ViewBar>
  )
  return (
    <Screen title={title} isDesk actions={bar}>
      {state.itemId && !chosen.isLoading && !chosen.variant && (
        <p className={styles.note}>{text('availability.noVariants')}</p>
      )}
      <DeferredView
        state={state}
        change={change}
        addressOf={addressOf}
        chosen={chosen}
        resources={shown.resources}
        date={date}
        today={today}
        weekStartsOn={weekStartsOn}
        actions={actions}
      />
      <p className={styles.note}>
        <ZoneNote />
      </p>
      {wasExplained.current && (
        <Suspense>
          <ExplainDrawer
            onSelectFree={actions.onSelectFree}
            why={readWhy(state.why)}
            request={request}
            variant={chosen.variant}
            onClose={() => change({ why: null }, { flushSync: false })}
          />
        </Suspense>
      )}
    </Screen>
  )
})
