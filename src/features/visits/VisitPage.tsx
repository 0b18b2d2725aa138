import Warning from '@mui/icons-material/WarningAmberOutlined'
import Button from '@mui/material/Button'
import { useGetList } from 'ra-core'
import { lazy, Suspense, useId, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Visit, VisitPart } from '../../calls/visits'
import { hasRole } from '../../declare'
import { type Booking, bookings } from '../../resources/bookings'
import { notifications } from '../../resources/notifications'
import { visits } from '../../resources/visits'
import {
  Badge,
  DeclarationProvider,
  EditForm,
  FormField,
  formatMoney,
  formatTimes,
  LoadError,
  RecordPage,
  RecordScreen,
  Row,
  resourceKeys,
  useDisplay,
  useRole,
} from '../../show'
import { BookingActions } from '../bookings/actions/BookingActions'
import bandStyles from '../bookings/band.module.css'
import bookingStyles from '../bookings/bookings.module.css'
import { formatLongDay } from '../bookings/formatDayTimes'
import { PaidButton } from '../bookings/page/PaidButton'
import { Who } from '../bookings/page/Who'
import { StatusLabel } from '../bookings/StatusLabel'
import { apartOf, stands } from './apart'
import { MoveVisitDialog } from './MoveVisit'
import { useText } from './useText'
import { VisitActions } from './VisitActions'
import styles from './visits.module.css'
import { useVisitsApi } from './visitsApi'

const MessageLog = lazy(() => import('../bookings/page/MessageLog'))

const keys = resourceKeys(visits)
const owed: ReadonlySet<string> = new Set(['confirmed', 'completed', 'no_show'])
const { tones } = bookings.fields.status.options

const VisitPage = () => {
  const { id = '' } = useParams()
  return (
    <DeclarationProvider resource={visits}>
      <RecordPage<Visit> id={id}>{({ record, ...loaded }) => <VisitScreen visit={record} {...loaded} />}</RecordPage>
    </DeclarationProvider>
  )
}

export default VisitPage

interface VisitScreenProps {
  visit: Visit
  isReadOnly: boolean
  onReload: () => Promise<unknown>
}

const VisitScreen = ({ visit, isReadOnly, onReload }: VisitScreenProps) => {
  const text = useText()
  const id = useId()
  const role = useRole()
  const [isClosing, setClosing] = useState(false)
  const { reference, title, customerName, isApart } = visit
  const parts = visit.parts ?? []
  const {
    data = [],
    error,
    refetch,
  } = useGetList<Booking>(bookings.name, {
    pagination: { page: 1, perPage: 20 },
    sort: { field: 'startsAt', order: 'ASC' },
    filter: { visitId: visit.id },
  })
  const byId = new Map(data.map(one => [one.id, one]))
  const inTime = parts.toSorted(
    (one, other) =>
      Number(stands(other)) - Number(stands(one)) || Date.parse(one.startsAt) - Date.parse(other.startsAt),
  )
  return (
    <RecordScreen
      title={[customerName, title].filter(Boolean).join(' · ') || text('visit.title', { reference })}
      badge={<code className={bandStyles.code}>{reference}</code>}
      isHistoryOpen
      actions={<VisitActions visit={visit} parts={data} />}
    >
      {error && <LoadError message={text('visit.partsFailed')} error={error} onRetry={() => void refetch()} />}
      <VisitBand visit={visit} isReadOnly={isReadOnly} />
      {isApart && (
        <Row wrap gap="0.5rem 1rem" justify="space-between" role="status" className={styles.apart}>
          <Row as="p" gap="0.5rem">
            <Warning fontSize="small" /> {text('visit.isApart')}
          </Row>
          {!isReadOnly && (
            <Button variant="outlined" color="warning" onClick={() => setClosing(true)}>
              {text('visit.closeUp')}
            </Button>
          )}
        </Row>
      )}
      <div className={bookingStyles.columns}>
        <div className={bookingStyles.stream}>
          <section className={bookingStyles.panel} aria-labelledby={id}>
            <h2 id={id} className={bookingStyles.heading}>
              {text('visit.parts')}
            </h2>
            <ol className={styles.parts}>
              {inTime.map(part => (
                <PartLine key={part.index} part={part} parts={parts} booking={byId.get(part.bookingId)} />
              ))}
            </ol>
          </section>
          {hasRole(role, notifications.access.read) && (
            <Suspense>
              <MessageLog of={{ visitId: visit.id }} />
            </Suspense>
          )}
        </div>
        <EditForm
          className={bookingStyles.panel}
          isReadOnly={isReadOnly}
          onSaved={() => void onReload()}
          onReload={onReload}
        >
          {visits.form.map(name => (
            <FormField key={String(name)} name={String(name)} />
          ))}
        </EditForm>
      </div>
      {isClosing && <MoveVisitDialog visit={visit} isClosing onClose={() => setClosing(false)} />}
    </RecordScreen>
  )
}

const VisitBand = ({ visit, isReadOnly }: Pick<VisitScreenProps, 'visit' | 'isReadOnly'>) => {
  const api = useVisitsApi()
  const text = useText()
  const id = useId()
  const display = useDisplay()
  const { startsAt, endsAt, status, waitMinutes, customerId, customerName, total, paymentStatus } = visit
  return (
    <div className={bandStyles.band}>
      {startsAt && endsAt && status && (
        <section className={bandStyles.part} aria-labelledby={`${id}-when`}>
          <h2 id={`${id}-when`}>{text('booking.when')}</h2>
          <Row wrap gap="0.125rem 0.75rem">
            <strong className={bandStyles.lead}>
              {formatTimes(Date.parse(startsAt), Date.parse(endsAt), display)}
            </strong>
            <Badge tone={tones?.[status] ?? 'info'}>{text(keys.choice('status', status))}</Badge>
          </Row>
          <p>{formatLongDay(Date.parse(startsAt), display)}</p>
          <p>{waitMinutes > 0 ? text('visit.waits', { minutes: waitMinutes }) : text('visit.noWait')}</p>
        </section>
      )}
      {customerId && (
        <section className={bandStyles.part} aria-labelledby={`${id}-who`}>
          <h2 id={`${id}-who`}>{text('booking.customer')}</h2>
          <Link to={`/customers/${customerId}`} className={bandStyles.lead}>
            {customerName}
          </Link>
          <Who customerId={customerId} />
        </section>
      )}
      {total.amount > 0 && (
        <dl className={bandStyles.figures}>
          <div>
            <dt>{text('visit.total')}</dt>
            <dd>
              <strong>{formatMoney(total, display.locale)}</strong>
              {paymentStatus && (
                <Badge tone={paymentStatus === 'unpaid' ? 'bad' : 'done'}>
                  {text(keys.choice('paymentStatus', paymentStatus))}
                </Badge>
              )}
              {paymentStatus === 'unpaid' && status && owed.has(status) && !isReadOnly && (
                <PaidButton before="unpaid" onSet={next => api.patch(visit.id, { paymentStatus: next })} />
              )}
            </dd>
          </div>
        </dl>
      )}
    </div>
  )
}

interface PartLineProps {
  part: VisitPart
  parts: readonly VisitPart[]
  booking: Booking | undefined
}

const PartLine = ({ part, parts, booking }: PartLineProps) => {
  const text = useText()
  const display = useDisplay()
  const { bookingId, title, guest, startsAt, endsAt, waitMinutes, maxWaitMinutes, minWaitMinutes, resources } = part
  const apart = apartOf(part, parts)
  const guests = new Set(parts.map(one => one.guest)).size
  const isGone = !stands(part)
  return (
    <li>
      <Link to={`/bookings/${bookingId}`} data-is-gone={isGone || undefined}>
        {formatTimes(Date.parse(startsAt), Date.parse(endsAt), display)}
      </Link>
      <div>
        <span>{title}</span>
        <small>
          {[resources.map(({ name }) => name).join(', '), guests > 1 && text('visit.guestAt', { index: guest + 1 })]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {!apart && waitMinutes > 0 && <small>{text('visit.waitBefore', { minutes: waitMinutes })}</small>}
        {apart && (
          <small className={bookingStyles.warning}>
            {text(`visit.apart.${apart}`, { minutes: waitMinutes, most: maxWaitMinutes, least: minWaitMinutes })}
          </small>
        )}
      </div>
      <Row gap="0.25rem">
        {booking && <StatusLabel booking={booking} />}
        {booking && <BookingActions booking={booking} buttons={0} isCompact />}
      </Row>
    </li>
  )
}
