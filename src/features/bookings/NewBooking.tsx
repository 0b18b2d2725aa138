import Add from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { lazy, Suspense, useState } from 'react'
import { hasRole } from '../../declare'
import { bookings } from '../../resources/bookings'
import type { Customer } from '../../resources/customers'
import { resourceKeys, todayIn, useDisplay, useMachineText, useRole } from '../../show'
import styles from './newBooking.module.css'

const NextFreeBooking = lazy(() => import('./dialog/NextFreeBooking'))

interface NewBookingProps {
  /** The first date to search, never before today. */
  from?: string
  itemId?: string | null
  variantId?: string | null
  customer?: Customer
  isOpenAtFirst?: boolean
  floats?: boolean
}

/** Opens the dialog with the next free time. Hidden without permission. */
const NewBooking = ({ from = '', floats, isOpenAtFirst = false, ...wanted }: NewBookingProps) => {
  const text = useMachineText()
  const role = useRole()
  const today = todayIn(useDisplay().timeZone)
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  if (!hasRole(role, bookings.access.write)) return null
  return (
    <>
      <Button
        variant="contained"
        className={floats ? styles.floating : undefined}
        startIcon={<Add />}
        onClick={() => setOpen(true)}
      >
        <span className={styles.name}>{text(resourceKeys(bookings).page('create'))}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <NextFreeBooking {...wanted} from={from > today ? from : today} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

export default NewBooking
