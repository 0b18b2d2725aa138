import type { WaitlistEntry } from '../../resources/waitlistEntries'
import { zoneOf } from '../../scheduling'
import { type CellProps, formatDayOf, formatTimes, useDisplay } from '../../show'
import { useText } from './useText'
import styles from './waitlist.module.css'

const WindowsCell = ({ value, isInList }: CellProps<'items'>) => {
  const text = useText()
  const display = useDisplay()
  const windows = value as WaitlistEntry['windows']
  const say = ({ startsAt, endsAt }: (typeof windows)[number]): string => {
    const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
    const zone = zoneOf(display.timeZone)
    const last = zone.dayOf(end - 1)
    if (zone.dayOf(start) === last) return `${formatDayOf(start, display)}, ${formatTimes(start, end, display)}`
    return `${formatDayOf(start, display)} – ${formatDayOf(end - 1, display)}`
  }
  const shown = isInList ? windows.slice(0, 1) : windows
  return (
    <span className={isInList ? styles.windows : undefined}>
      {shown.map(say).join(' · ')}
      {windows.length > shown.length && ` ${text('waitlist.more', { smart_count: windows.length - shown.length })}`}
    </span>
  )
}

export default WindowsCell
