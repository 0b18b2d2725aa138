import Block from '@mui/icons-material/BlockOutlined'
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import EventBusy from '@mui/icons-material/EventBusyOutlined'
import Timelapse from '@mui/icons-material/TimelapseOutlined'
import Button from '@mui/material/Button'
import { addDays, datesFrom } from '../../crud/inputs/hours/dates'
import { useText } from '../../i18n/useText'
import type { Slot, SlotStatus } from '../../scheduling'
import { formatLocalDate } from '../../time/localDate'
import { zoneOf } from '../../time/Zone'
import { formatDay, formatTimes } from '../../ui/format/clockTimes'
import { useDisplay } from '../../ui/format/display'
import busy from '../../ui/screen/busy.module.css'
import { LoadError } from '../../ui/screen/LoadError'
import { Loading } from '../../ui/screen/Loading'
import { useWord } from '../explanations/useEngineMessage'
import styles from './availability.module.css'
import { type Request, useSlots } from './availabilityApi'
import type { TimelineActions } from './timeline/TimelineActions'
import type { ShownResource } from './useShownResources'
import type { ChangeView, ViewState } from './viewState'
import { writeWhy } from './why'

const icons: Readonly<Record<SlotStatus, typeof Block>> = {
  available: CheckCircle,
  limited: Timelapse,
  full: EventBusy,
  unavailable: Block,
}

interface SlotListProps extends Pick<TimelineActions, 'onSelectFree'> {
  state: ViewState
  request: Request
  /** The first of seven days. */
  from: string
  resources: readonly ShownResource[]
  change: ChangeView
}

/** A week's free times, day by day: the timeline's, as a plain list. */
export const SlotList = ({ state, request, from, resources, change, onSelectFree }: SlotListProps) => {
  const text = useText()
  const display = useDisplay()
  const wordOf = useWord()
  const { data, error, refetch, isPlaceholderData } = useSlots(request, from, addDays(from, 7), state.withUnavailable)
  const zone = zoneOf(display.timeZone)
  const byDate = new Map<string, Slot[]>()
  for (const slot of data ?? []) {
    const date = formatLocalDate(zone.dayOf(Date.parse(slot.startsAt)))
    byDate.set(date, [...(byDate.get(date) ?? []), slot])
  }
  const names = new Map(resources.map(({ id, name }) => [id, name]))
  const statusOf = ({ status, remaining }: Slot): string =>
    status === 'limited' || (status === 'available' && remaining > 1)
      ? text('availability.left', { smart_count: remaining })
      : text(`availability.slot.${status}`)
  const about = ({ resourceIds, reasons }: Slot): string => {
    const phrases = reasons.map(({ code, resourceId }) =>
      [names.get(resourceId ?? ''), wordOf(code)].filter(Boolean).join(': '),
    )
    return Array.from(new Set([...resourceIds.map(id => names.get(id) ?? ''), ...phrases])).join(', ')
  }
  return (
    <div className={styles.view}>
      {error ? (
        <LoadError message={text('availability.failed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading>{text('loading', { title: text('nav.availability') })}</Loading>
      ) : (
        <div className={`${styles.days} ${busy.busy}`} aria-busy={isPlaceholderData}>
          {datesFrom(from, 7).map(date => {
            const slots = byDate.get(date) ?? []
            return (
              <section key={date} aria-label={formatDay(date, display.locale, 'full')}>
                <h3>{formatDay(date, display.locale, 'full')}</h3>
                {slots.length === 0 ? (
                  <p className={styles.note}>{text('availability.noSlots')}</p>
                ) : (
                  <ul className={styles.slots}>
                    {slots.map(slot => {
                      const Icon = icons[slot.status]
                      const isFree = slot.status === 'available' || slot.status === 'limited'
                      const [resourceId] = slot.resourceIds
                      const times = formatTimes(Date.parse(slot.startsAt), Date.parse(slot.endsAt), display)
                      return (
                        <li key={slot.startsAt} className={styles.slot} data-status={slot.status}>
                          <Icon fontSize="small" />
                          <div>
                            <strong>{times}</strong> <span>{statusOf(slot)}</span>
                            <p className={styles.note}>{about(slot)}</p>
                          </div>
                          {isFree && resourceId && onSelectFree ? (
                            <Button
                              size="small"
                              variant="outlined"
                              aria-label={text('availability.bookAt', { time: times })}
                              onClick={() => onSelectFree({ resourceId, startsAt: slot.startsAt, endsAt: slot.endsAt })}
                            >
                              {text('availability.book')}
                            </Button>
                          ) : (
                            <Button
                              size="small"
                              aria-label={text('availability.explainAt', { time: times })}
                              onClick={() => change({ why: writeWhy({ ...slot, resourceId: null }) })}
                            >
                              {text(isFree ? 'availability.details' : 'availability.why')}
                            </Button>
                          )}
                        </li>
                      )
                    })}
                  </ul>
                )}
              </section>
            )
          })}
        </div>
      )}
    </div>
  )
}
