import Block from '@mui/icons-material/BlockOutlined'
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import EventBusy from '@mui/icons-material/EventBusyOutlined'
import Timelapse from '@mui/icons-material/TimelapseOutlined'
import { addDays, datesFrom, zoneOf } from '../../declare'
import type { Slot, SlotStatus } from '../../scheduling'
import { formatDay, formatTime, formatTimes, LoadError, Loading, useDisplay } from '../../show'
import busy from '../../ui/screen/busy.module.css'
import { useWord } from '../explanations/useEngineMessage'
import styles from './availability.module.css'
import { type Request, useSlots } from './availabilityApi'
import { partsOf } from './partsOf'
import { slotsByDate } from './slotsByDate'
import type { TimelineActions } from './timeline/TimelineActions'
import type { ShownResource } from './useShownResources'
import { useText } from './useText'
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
  from: string
  resources: readonly ShownResource[]
  change: ChangeView
}

export const SlotList = ({ state, request, from, resources, change, onSelectFree }: SlotListProps) => {
  const text = useText()
  const display = useDisplay()
  const wordOf = useWord()
  const { data, error, refetch, isPlaceholderData } = useSlots(request, from, addDays(from, 7), state.withUnavailable)
  const byDate = slotsByDate(data ?? [], display.timeZone)
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
  const button = (slot: Slot) => {
    const { startsAt, endsAt, status, resourceIds } = slot
    const Icon = icons[status]
    const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
    const time = formatTimes(start, end, display)
    const isFree = status === 'available' || status === 'limited'
    const [resourceId] = resourceIds
    const book = isFree && resourceId && onSelectFree && (() => onSelectFree({ resourceId, startsAt, endsAt }))
    return (
      <button
        type="button"
        className={styles.slot}
        data-status={status}
        aria-label={text(book ? 'availability.bookAt' : 'availability.explainAt', { time })}
        data-tip={[time, statusOf(slot), about(slot)].filter(Boolean).join(' · ')}
        onClick={book || (() => change({ why: writeWhy({ startsAt, endsAt, resourceId: null }) }))}
      >
        {!isFree && <Icon fontSize="inherit" />}
        <strong>{formatTime(start, display)}</strong>
        {isFree ? status === 'limited' && <small>{statusOf(slot)}</small> : <small>{about(slot)}</small>}
      </button>
    )
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
                  partsOf(slots, zoneOf(display.timeZone)).map(([part, ofPart]) => (
                    <div key={part} className={styles.part}>
                      <h4>{text(`availability.part.${part}`)}</h4>
                      <ul className={styles.slots}>
                        {ofPart.map(slot => (
                          <li key={slot.startsAt}>{button(slot)}</li>
                        ))}
                      </ul>
                    </div>
                  ))
                )}
              </section>
            )
          })}
        </div>
      )}
    </div>
  )
}
