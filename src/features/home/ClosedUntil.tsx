import { Link } from 'react-router'
import { addDays, formatLocalDate, zoneOf } from '../../declare'
import { formatTime, useDisplay, useNow } from '../../show'
import { useTimeline } from '../availability/availabilityApi'
import { formatLongDay } from '../bookings/formatDayTimes'
import { HomePanel } from './HomePanel'
import { useText } from './useText'

const days = 14

interface ClosedUntilProps {
  today: string
  resourceIds: readonly string[]
}

export const ClosedUntil = ({ today, resourceIds }: ClosedUntilProps) => {
  const text = useText()
  const display = useDisplay()
  const now = useNow()
  const to = addDays(today, days)
  const { data, error, refetch } = useTimeline({ from: today, to, resourceIds, request: null, channelId: null })
  const openings = data?.flatMap(({ open }) => open.map(({ startsAt }) => Date.parse(startsAt))) ?? []
  const next = openings.filter(startsAt => startsAt > now).sort((a, b) => a - b)[0]
  return (
    <HomePanel
      title={text('home.closedNow')}
      isLoading={!data}
      error={error}
      onRetry={() => void refetch()}
      empty={data && next === undefined && text('home.opensNever', { days })}
    >
      {next !== undefined && (
        <p>
          {text('home.opens')}{' '}
          <Link to={`/availability?date=${formatLocalDate(zoneOf(display.timeZone).dayOf(next))}`}>
            {formatLongDay(next, display)}, {formatTime(next, display)}
          </Link>
        </p>
      )}
    </HomePanel>
  )
}
