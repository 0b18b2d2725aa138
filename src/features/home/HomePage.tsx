import Button from '@mui/material/Button'
import { useGetList } from 'ra-core'
import { useId } from 'react'
import { Link } from 'react-router'
import { useMe } from '../../authProvider/useMe'
import { useSession } from '../../authProvider/useSession'
import { addDays, datesFrom, startOfWeek } from '../../crud/inputs/hours/dates'
import { useText } from '../../i18n/useText'
import { useRole } from '../../layout/useRole'
import { resources } from '../../resources'
import { bookings } from '../../resources/bookings'
import { memberships } from '../../resources/memberships'
import { type BookableResource, bookableResources } from '../../resources/resources'
import { formatLocalDate, zoneOf } from '../../scheduling'
import { type AnyResource, hasRole, mayAccess } from '../../schema'
import { useTenant } from '../../tenant/TenantProvider'
import { useDisplay } from '../../ui/format/display'
import { Screen } from '../../ui/screen/Screen'
import { useNow } from '../../ui/useNow'
import figures from '../figures/figures.module.css'
import { ResourceFigure } from '../figures/ResourceFigure'
import { SetupChecklist } from '../setup/SetupChecklist'
import { useSetupStatus } from '../setup/useSetupStatus'
import { BookingsPanel } from './BookingsPanel'
import styles from './home.module.css'
import { NextHours } from './NextHours'
import { partOfDay, todayIn } from './today'
import { useRecordCounts } from './useRecordCounts'
import { WeekUtilisation } from './WeekUtilisation'

const counted: readonly { resource: AnyResource; to: string }[] = [
  ...resources.flatMap(resource =>
    resource.scope === 'tenant' && resource.screens ? [{ resource, to: `${resource.screens.base}/` }] : [],
  ),
  { resource: memberships, to: '/settings/members' },
]
/** The most resources shown here; the timeline shows all. */
const mostResources = 25
const soonest = { field: 'startsAt', order: 'ASC' } as const

/** The day at a glance: who comes, what needs attention, what lies ahead of each resource, and how full the week is. */
const HomePage = () => {
  const text = useText()
  const role = useRole()
  const { data: me } = useMe()
  const { user } = useSession()
  const { tenantId, tenantName, tenant } = useTenant()
  const { locale, timeZone } = useDisplay()
  const { data: setup } = useSetupStatus()
  const { data: counts, isError: areCountsLost } = useRecordCounts()
  const id = useId()
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
  const name = me?.name || user?.email || ''
  return (
    <Screen
      title={text(`home.${partOfDay(new Date(now), timeZone)}`, { name })}
      subtitle={text('home.intro', { tenant: tenantName(tenantId), date: todayIn(timeZone, new Date(now), locale) })}
      actions={
        hasRole(role, bookings.access.write) && (
          <Button component={Link} to="/availability" variant="contained">
            {text('home.book')}
          </Button>
        )
      }
    >
      {setup && !setup.isComplete && <SetupChecklist steps={setup.steps} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          <BookingsPanel
            title={text('home.arrivals')}
            empty={text('home.noArrivals')}
            filter={{ from: today, to: addDays(today, 1), status: ['confirmed', 'completed', 'no_show'] }}
            sort={soonest}
            isOneDay
          />
          {hasResources && (
            <NextHours
              today={today}
              until={addDays(today, 2)}
              resourceIds={resourceIds}
              more={resourceCount - resourceIds.length}
            />
          )}
        </div>
        <div className={styles.column}>
          <BookingsPanel
            title={text('home.waiting')}
            empty={text('home.nothingWaits')}
            filter={{ status: ['pending'] }}
            atMost={5}
            sort={soonest}
          />
          <BookingsPanel
            title={text('home.holds')}
            empty=""
            filter={{ status: ['held'] }}
            sort={{ field: 'holdExpiresAt', order: 'ASC' }}
            isOptional
          />
          {hasResources && <WeekUtilisation week={week} today={today} until={addDays(week[6] ?? today, 1)} />}
        </div>
      </div>
      <section className={figures.section} aria-labelledby={id}>
        <h2 id={id} className={figures.sectionTitle}>
          {text('home.figures')}
        </h2>
        <div className={figures.grid}>
          {counted
            .filter(({ resource }) => mayAccess(role, resource.access, 'list'))
            .map(figure => {
              const count = counts?.find(({ resource }) => resource === figure.resource.name)
              return (
                <ResourceFigure
                  key={figure.to}
                  {...figure}
                  total={count?.total}
                  active={count?.active}
                  isFailed={areCountsLost && !counts}
                />
              )
            })}
        </div>
      </section>
    </Screen>
  )
}

export default HomePage
