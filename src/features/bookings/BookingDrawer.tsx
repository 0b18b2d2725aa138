import Close from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import { useGetOne } from 'ra-core'
import { lazy, Suspense, useId } from 'react'
import { Link } from 'react-router'
import { type Booking, bookings } from '../../resources/bookings'
import { LoadError, Loading, Row, takeFocus, useIsNarrow } from '../../show'
import { useText } from '../availability/useText'
import { BookingActions } from './actions/BookingActions'
import { BookingGlance } from './BookingGlance'
import styles from './bookings.module.css'

const WaitForBooked = lazy(() => import('../waitlist/WaitForBooked'))

interface BookingDrawerProps {
  id: string | null
  onClose: () => void
}

const Content = ({ id, titleId, onClose }: { id: string; titleId: string; onClose: () => void }) => {
  const text = useText()
  const { data: booking, error, refetch } = useGetOne<Booking>(bookings.name, { id }, { retry: false })
  return (
    <>
      <Row as="header" gap="1rem" justify="space-between" className={styles.drawerHeader}>
        <h2 id={titleId}>{booking ? (booking.customerName ?? booking.reference) : text('booking.details')}</h2>
        <IconButton aria-label={text('availability.close')} onClick={onClose} ref={takeFocus}>
          <Close />
        </IconButton>
      </Row>
      {booking ? (
        <>
          <Row wrap gap="0.5rem" align="stretch">
            <BookingActions booking={booking} />
          </Row>
          <BookingGlance booking={booking} />
          <Suspense>
            <WaitForBooked booking={booking} />
          </Suspense>
          <Button component={Link} to={`/bookings/${id}`} variant="outlined">
            {text('booking.openPage')}
          </Button>
        </>
      ) : error ? (
        <LoadError message={text('booking.loadFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading>{text('loading', { title: text('booking.details') })}</Loading>
      )}
    </>
  )
}

const BookingDrawer = ({ id, onClose }: BookingDrawerProps) => {
  const isNarrow = useIsNarrow()
  const titleId = useId()
  return (
    <Drawer
      anchor={isNarrow ? 'bottom' : 'right'}
      open={id !== null}
      onClose={onClose}
      slotProps={{
        paper: { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId, className: styles.drawer },
      }}
    >
      {id && <Content key={id} id={id} titleId={titleId} onClose={onClose} />}
    </Drawer>
  )
}

export default BookingDrawer
