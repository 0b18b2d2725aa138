import MenuItem from '@mui/material/MenuItem'
import { useGetOne } from 'ra-core'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { calls } from '../../../calls'
import { hasRole } from '../../../declare'
import { type Booking, bookings } from '../../../resources/bookings'
import { type CatalogItem, catalogItems } from '../../../resources/catalogItems'
import { notifications } from '../../../resources/notifications'
import { DeclarationProvider, Loading, RecordPage, RecordScreen, resourceKeys, useRole } from '../../../show'
import { BookingActions } from '../actions/BookingActions'
import bandStyles from '../band.module.css'
import styles from '../bookings.module.css'
import { useText } from '../useText'
import { BookingBand } from './BookingBand'
import { BookingFacts } from './BookingFacts'
import { CalendarFileItem } from './CalendarFileItem'

const facts = [
  'channelId',
  'holdExpiresAt',
  'bufferBeforeMinutes',
  'bufferAfterMinutes',
  'rescheduleCount',
  'cancelledAt',
  'cancelledBy',
  'cancellationReason',
  'source',
] as const

const AnswersDialog = lazy(async () => ({ default: (await import('./AnswersDialog')).AnswersDialog }))
const PriceDialog = lazy(async () => ({ default: (await import('./PriceDialog')).PriceDialog }))
const MessageLog = lazy(() => import('./MessageLog'))
const WaitingForPlace = lazy(() => import('../../waitlist/WaitingForPlace'))

const isGone = ({ status }: Booking): boolean => status === 'cancelled' || status === 'declined'

const loadForm = () => import('./BookingForm')
// Loads beside the booking; the lazy component reports failures.
loadForm().catch(() => {})
const BookingForm = lazy(loadForm)

interface BookingScreenProps {
  booking: Booking
  isReadOnly: boolean
  onReload: () => Promise<unknown>
}

const BookingScreen = ({ booking, isReadOnly, onReload }: BookingScreenProps) => {
  const text = useText()
  const role = useRole()
  const [asking, setAsking] = useState<'price' | 'answers' | null>(null)
  const { data: item } = useGetOne<CatalogItem>(catalogItems.name, { id: booking.catalogItemId })
  const questions = item?.questions ?? []
  // Zeros carry no information here.
  const shown = facts.filter(name => booking[name] !== 0)
  return (
    <RecordScreen
      title={
        booking.customerName
          ? `${booking.customerName} · ${booking.title}`
          : text('booking.title', { reference: booking.reference })
      }
      badge={<code className={bandStyles.code}>{booking.reference}</code>}
      isHistoryOpen
      isHistoryPrinted={false}
      subtitle={!booking.customerName && booking.title}
      actions={
        <BookingActions booking={booking}>
          <CalendarFileItem of={booking} call={calls.bookings.calendarFile} />
          <MenuItem onClick={() => setAsking('price')}>{text('booking.price')}</MenuItem>
          {questions.length > 0 && (
            <MenuItem onClick={() => setAsking('answers')}>{text('booking.answersEdit')}</MenuItem>
          )}
        </BookingActions>
      }
    >
      {isGone(booking) && (
        <Suspense>
          <WaitingForPlace booking={booking} />
        </Suspense>
      )}
      <BookingBand booking={booking} />
      <div className={styles.columns}>
        <div className={styles.stream}>
          <section className={styles.panel} aria-label={text('booking.details')}>
            <BookingFacts booking={booking} fields={shown} questions={questions} />
          </section>
          {hasRole(role, notifications.access.read) && (
            <div className={`${styles.notPrinted} ${styles.messages}`}>
              <Suspense>
                <MessageLog of={{ bookingId: booking.id }} />
              </Suspense>
            </div>
          )}
        </div>
        <Suspense
          fallback={
            <div className={styles.panel}>
              <Loading>{text(resourceKeys(bookings).loading('edit'))}</Loading>
            </div>
          }
        >
          <BookingForm isReadOnly={isReadOnly} onReload={onReload} />
        </Suspense>
      </div>
      <Suspense>
        {asking === 'price' && <PriceDialog booking={booking} onClose={() => setAsking(null)} />}
        {asking === 'answers' && (
          <AnswersDialog booking={booking} questions={questions} onClose={() => setAsking(null)} />
        )}
      </Suspense>
    </RecordScreen>
  )
}

const BookingPage = () => {
  const { id = '' } = useParams()
  return (
    <DeclarationProvider resource={bookings}>
      <RecordPage<Booking> id={id}>
        {({ record, ...loaded }) => <BookingScreen booking={record} {...loaded} />}
      </RecordPage>
    </DeclarationProvider>
  )
}

export default BookingPage
