import Add from '@mui/icons-material/Add'
import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { hasRole } from '../../declare'
import { bookings } from '../../resources/bookings'
import type { Customer } from '../../resources/customers'
import { Row, resourceKeys, todayIn, useDisplay, useRole, useText } from '../../show'
import styles from './newBooking.module.css'

const NewMenu = lazy(() => import('./NewMenu'))
const BookingDialog = lazy(() => import('./dialog/BookingDialog'))

interface NewBookingProps {
  from?: string
  customer?: Customer
  onOpen?: (() => void) | undefined
  floats?: boolean
  label?: string
}

const NewBooking = ({ from = '', floats, customer, label, onOpen }: NewBookingProps) => {
  const text = useText()
  const role = useRole()
  const today = todayIn(useDisplay().timeZone)
  const [isOpen, setOpen] = useState(false)
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null)
  if (!hasRole(role, bookings.access.write)) return null
  return (
    <>
      <Row gap="0.125rem">
        <Button
          variant="contained"
          className={floats ? styles.floating : undefined}
          startIcon={<Add />}
          onClick={onOpen ?? (() => setOpen(true))}
        >
          <span className={styles.name}>{label ?? text(resourceKeys(bookings).page('create'))}</span>
        </Button>
        {!customer && (
          <Button
            variant="contained"
            className={`${styles.menu} ${floats ? styles.floatingMenu : ''}`}
            aria-label={text('booking.newMenu')}
            aria-haspopup="menu"
            aria-expanded={menuAt !== null}
            onClick={event => setMenuAt(event.currentTarget)}
          >
            <ArrowDropDown />
          </Button>
        )}
      </Row>
      {menuAt && (
        <Suspense>
          <NewMenu name={text('booking.newMenu')} from={from} anchor={menuAt} onClose={() => setMenuAt(null)} />
        </Suspense>
      )}
      {isOpen && (
        <Suspense>
          <BookingDialog
            start={{ from: from > today ? from : today, ...(customer && { customer }) }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

export default NewBooking
