import MoreVert from '@mui/icons-material/MoreVert'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useCanAccess, useNotify } from 'ra-core'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import { bookingSeries } from '../../resources/bookingSeries'
import { bookings } from '../../resources/bookings'
import { zoneOf } from '../../scheduling'
import type { BookingSeries, Occurrence } from '../../scheduling/series/answers'
import {
  DeclarationProvider,
  FieldValue,
  formatMoney,
  isEmpty,
  namedMenu,
  RecordPage,
  RecordScreen,
  Row,
  resourceKeys,
  saveFile,
  useDisplay,
  useFailure,
} from '../../show'
import { useResourceNames } from '../availability/useResourceNames'
import bookingStyles from '../bookings/bookings.module.css'
import { formatDayTimes, formatStart } from '../bookings/formatDayTimes'
import { ExtendDialog } from './ExtendDialog'
import { Reasons } from './Reasons'
import RetryDialog from './RetryDialog'
import { describeRule } from './rules'
import SeriesDialog, { type SeriesChange } from './SeriesDialog'
import styles from './series.module.css'
import { useSeriesApi } from './seriesApi'
import { useText } from './useText'

const keys = resourceKeys(bookingSeries)
const facts = ['status', 'title', 'channelId', 'quantity', 'nextStartsAt', 'notes', 'internalNotes'] as const

const SeriesPage = () => {
  const { id = '' } = useParams()
  return (
    <DeclarationProvider resource={bookingSeries}>
      <RecordPage<BookingSeries> id={id}>{({ record }) => <SeriesScreen series={record} />}</RecordPage>
    </DeclarationProvider>
  )
}

export default SeriesPage

const SeriesScreen = ({ series }: { series: BookingSeries }) => {
  const text = useText()
  const display = useDisplay()
  const notify = useNotify()
  const failureOf = useFailure()
  const api = useSeriesApi()
  const { canAccess = false } = useCanAccess({ resource: bookings.name, action: 'edit' })
  const [isExtending, setExtending] = useState(false)
  const [isRetrying, setRetrying] = useState(false)
  const [asking, setAsking] = useState<{ occurrence: Occurrence; change: SeriesChange } | null>(null)
  const { id, reference, occurrences, skippedCount, bookedCount, occurrenceCount, timeZone } = series
  const namesOf = useResourceNames(occurrences ?? [])
  const booked = (occurrences ?? []).filter(({ state }) => state === 'booked')
  const who = namesOf({ resourceIds: [...new Set(booked.flatMap(one => one.resourceIds))] })
  const rule = describeRule(series.rrule, zoneOf(timeZone).dayOf(Date.parse(series.startsAt)), text, display, {
    ofTimes: occurrenceCount,
  })
  const attempt = (work: () => Promise<unknown>) =>
    void work().catch(error => notify(failureOf(error).detail, { type: 'error' }))
  const save = () => attempt(async () => saveFile(`${reference}.ics`, await api.calendarFile(id), 'text/calendar'))
  return (
    <RecordScreen
      title={text('series.title', { reference })}
      subtitle={[series.customerName, rule].filter(Boolean).join(' · ')}
      actions={
        <>
          {canAccess && skippedCount > 0 && <Button onClick={() => setRetrying(true)}>{text('series.retry')}</Button>}
          {canAccess && <Button onClick={() => setExtending(true)}>{text('series.extend')}</Button>}
          <Button onClick={save}>{text('series.calendar')}</Button>
        </>
      }
    >
      <div className={bookingStyles.columns}>
        <section className={bookingStyles.panel} aria-label={text('series.details')}>
          <dl className={bookingStyles.facts}>
            <Fact label={text(keys.field('customerId'))}>
              <Link to={`/customers/${series.customerId}`}>{series.customerName}</Link>
            </Fact>
            {who && <Fact label={text('series.with')}>{who}</Fact>}
            {bookedCount > 0 && (
              <Fact label={text('series.sum')}>
                {text('series.sumOf', {
                  sum: formatMoney(series.bookedTotal, display.locale),
                  smart_count: bookedCount,
                })}
              </Fact>
            )}
            {facts
              .filter(name => !isEmpty(series[name]))
              .map(name => (
                <Fact key={name} label={text(keys.field(name))}>
                  <FieldValue resource={bookingSeries} name={name} record={series as never} />
                </Fact>
              ))}
          </dl>
        </section>
        <section className={bookingStyles.panel} aria-labelledby="series-dates">
          <Row
            as="h2"
            wrap
            gap="0.5rem"
            align="stretch"
            justify="space-between"
            id="series-dates"
            className={styles.heading}
          >
            <span>{text('series.occurrences')}</span>
            <span className={styles.muted}>
              {text('series.bookedOf', { count: bookedCount, total: occurrenceCount })}
            </span>
          </Row>
          <ol className={styles.dates}>
            {(occurrences ?? []).map(occurrence => (
              <OccurrenceRow
                key={occurrence.index}
                occurrence={occurrence}
                who={namesOf(occurrence)}
                {...(canAccess && { onChange: (change: SeriesChange) => setAsking({ occurrence, change }) })}
              />
            ))}
          </ol>
        </section>
      </div>
      {asking && <SeriesDialog series={series} {...asking} onClose={() => setAsking(null)} />}
      {isRetrying && <RetryDialog series={series} onClose={() => setRetrying(false)} />}
      {isExtending && <ExtendDialog series={series} onClose={() => setExtending(false)} />}
    </RecordScreen>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

interface OccurrenceRowProps {
  occurrence: Occurrence
  who: string
  onChange?: (change: SeriesChange) => void
}

const OccurrenceRow = ({ occurrence, who, onChange }: OccurrenceRowProps) => {
  const text = useText()
  const display = useDisplay()
  const { index, state, bookingId, isMoved, ruleStartsAt, exceptions, reasons, nearest, requiresApproval } = occurrence
  const when = formatDayTimes(occurrence, display)
  const mayBook = state === 'skipped' || state === 'excluded'
  const isFreeNow = state === 'skipped' && reasons.length === 0
  const changed = exceptions.map(group => text(`series.exception.${group}`)).join(', ')
  return (
    <li>
      <span className={styles.muted}>{index + 1}</span>
      <span>
        {bookingId ? <Link to={`/bookings/${bookingId}`}>{when}</Link> : <span className={styles.gone}>{when}</span>}
        {isMoved && (
          <span className={styles.muted}>{text('series.moved', { when: formatStart(ruleStartsAt, display) })}</span>
        )}
        {changed && <span className={styles.muted}>{text('series.exceptions', { what: changed })}</span>}
        {state === 'booked' && who && <span className={styles.muted}>{who}</span>}
        {state === 'skipped' && <Reasons reasons={reasons} />}
        {state === 'skipped' && nearest && (
          <span className={styles.muted}>{text('series.nearestIs', { when: formatDayTimes(nearest, display) })}</span>
        )}
      </span>
      <span className={styles.muted}>
        {text(isFreeNow ? 'series.freeNow' : requiresApproval ? 'series.waits' : `series.state.${state}`)}
      </span>
      {onChange && (state === 'booked' || mayBook) && (
        <RowMenu occurrence={occurrence} when={when} onChange={onChange} />
      )}
    </li>
  )
}

const RowMenu = ({ occurrence, when, onChange }: Required<Omit<OccurrenceRowProps, 'who'>> & { when: string }) => {
  const text = useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const changes: readonly SeriesChange[] =
    occurrence.state !== 'booked'
      ? ['book']
      : occurrence.requiresApproval
        ? ['approve', 'decline', 'move', 'reassign', 'notes', 'cancel']
        : ['move', 'reassign', 'notes', 'cancel']
  return (
    <>
      <IconButton
        aria-label={text('series.change', { when })}
        aria-haspopup="menu"
        onClick={event => setAnchor(event.currentTarget)}
      >
        <MoreVert />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={namedMenu(text('series.change', { when }))}
      >
        {changes.map(change => (
          <MenuItem
            key={change}
            onClick={() => {
              setAnchor(null)
              onChange(change)
            }}
          >
            {text(change === 'book' ? 'series.bookElsewhere' : `series.${change}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
