import { useGetList } from 'ra-core'
import { lazy, Suspense } from 'react'
import { addDays, datesFrom, hasRole, startOfWeek } from '../../declare'
import { type BookableResource, bookableResources } from '../../resources/resources'
import { formatLocalDate, zoneOf } from '../../scheduling'
import {
  HomeCards,
  Screen,
  Stack,
  useDisplay,
  useIsNarrow,
  useMe,
  useNow,
  useRole,
  useSession,
  useTenant,
} from '../../show'
import { type FollowingStep, SetupChecklist } from '../setup/SetupChecklist'
import { usePutAway, useSetupStatus } from '../setup/useSetupStatus'
import { BookingsPanel } from './BookingsPanel'
import { StillLoading } from './HomePanel'
import styles from './home.module.css'
import { NextHours } from './NextHours'
import { useText } from './useText'
import { WeekFigures } from './WeekFigures'
import { WeekUtilization } from './WeekUtilization'

const partOfDay = (now: Date, timeZone: string): 'morning' | 'afternoon' | 'evening' => {
  const hour = Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now))
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}

const todayIn = (timeZone: string, now: Date, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone }).format(now)

const NewBooking = lazy(() => import('../bookings/NewBooking'))
const HomeWaitlist = lazy(() => import('../waitlist/HomeWaitlist'))
const BeginPanel = lazy(() => import('../setup/BeginPanel'))
const Problems = lazy(() => import('./Problems'))

const mostResources = 25
const soonest = { field: 'startsAt', order: 'ASC' } as const

const ToDecide = () => {
  const text = useText()
  return (
    <>
      <BookingsPanel
        title={text('home.waiting')}
        empty={text('home.nothingWaits')}
        filter={{ tab: 'waiting', status: ['pending'] }}
        isOneStatus
        atMost={5}
        sort={soonest}
      />
      <BookingsPanel
        title={text('home.holds')}
        empty=""
        filter={{ tab: 'waiting', status: ['held'] }}
        isOneStatus
        sort={{ field: 'holdExpiresAt', order: 'ASC' }}
        isOptional
        without={({ waitlistEntryId }) => waitlistEntryId !== null}
      />
    </>
  )
}

const HomePage = () => {
  const text = useText()
  const role = useRole()
  const isNarrow = useIsNarrow()
  const { data: me } = useMe()
  const { user } = useSession()
  const { tenantId, tenantName, tenant } = useTenant()
  const { locale, timeZone } = useDisplay()
  const { data: setup, isLoading: isSetupLoading } = useSetupStatus()
  const putAway = usePutAway()
  const following: FollowingStep[] =
    setup && hasRole(role, 'admin')
      ? [
          { key: 'team', isDone: setup.hasTeam },
          { key: 'booking', isDone: setup.hasBooking },
        ]
      : []
  const isSetUp = !setup || (setup.isComplete && following.every(({ isDone }) => isDone))
  const now = useNow()
  const today = formatLocalDate(zoneOf(timeZone).dayOf(now))
  const { data: shown, total: resourceCount = 0 } = useGetList<BookableResource>(bookableResources.name, {
    pagination: { page: 1, perPage: mostResources },
    sort: { field: 'sortOrder', order: 'ASC' },
    filter: { isActive: true },
  })
  const resourceIds = shown?.map(resource => resource.id) ?? []
  const hasResources = shown?.length !== 0
  const week = datesFrom(startOfWeek(today, tenant?.weekStartsOn ?? 1), 7)
  const weekEnd = addDays(week[6] ?? today, 1)
  // First on phones: offers expire.
  const waitlist = (
    <Suspense fallback={<StillLoading />}>
      <HomeWaitlist />
    </Suspense>
  )
  const name = me?.name || user?.email || ''
  return (
    <Screen
      isWide
      title={text(`home.${partOfDay(new Date(now), timeZone)}`, { name })}
      subtitle={text('home.intro', { tenant: tenantName(tenantId), date: todayIn(timeZone, new Date(now), locale) })}
      actions={
        <Suspense>
          <NewBooking />
        </Suspense>
      }
    >
      <Stack gap="1rem" className={styles.home}>
        {isSetupLoading && <StillLoading />}
        {setup && setup.problemCount > 0 && hasRole(role, 'owner') && <Problems count={setup.problemCount} />}
        {setup && !isSetUp && !setup.isPutAway && (
          <>
            <SetupChecklist steps={setup.steps} following={following} onPutAway={() => void putAway()} />
            <Suspense>
              <BeginPanel steps={setup.steps} isBrief />
            </Suspense>
          </>
        )}
        <WeekFigures from={week[0] ?? today} to={weekEnd} />
        <div className={styles.columns}>
          <div className={styles.day}>
            <BookingsPanel
              title={text('home.arrivals')}
              empty={text('home.noArrivals')}
              filter={{
                startsAtFrom: today,
                startsAtTo: addDays(today, 1),
                status: ['confirmed', 'completed', 'no_show'],
              }}
              sort={soonest}
              isOneDay
            />
            {isNarrow && waitlist}
            {hasResources && (
              <Stack gap="1rem" className={styles.column}>
                <NextHours
                  today={today}
                  until={addDays(today, 2)}
                  resourceIds={resourceIds}
                  more={resourceCount - resourceIds.length}
                />
                <WeekUtilization week={week} today={today} until={weekEnd} />
              </Stack>
            )}
          </div>
          <Stack gap="1rem" className={styles.column}>
            {!isNarrow && waitlist}
            <ToDecide />
          </Stack>
        </div>
      </Stack>
      <HomeCards />
    </Screen>
  )
}

export default HomePage
