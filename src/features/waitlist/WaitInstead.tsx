import Button from '@mui/material/Button'
import { useState } from 'react'
import { formatInstant, MINUTE, mayAccess } from '../../declare'
import type { Variant } from '../../resources/variants'
import { waitlistEntries } from '../../resources/waitlistEntries'
import { DialogFrame, useDisplay, useNow, useRole } from '../../show'
import { useItem } from '../availability/useRequest'
import { type ChosenCustomer, CustomerPicker, forWhom } from '../bookings/dialog/CustomerPicker'
import { formatDayTimes } from '../bookings/formatDayTimes'
import { usePhones } from '../customers/usePhones'
import AddToWaitlist from './AddToWaitlist'
import { useText } from './useText'
import styles from './waitlist.module.css'

interface WaitInsteadProps {
  variant: Variant
  startsAt: string
  /** For flexible lengths; the shortest by default. */
  minutes?: number | null
  quantity?: number | null
}

const least = ({ durationType, minDurationMinutes, minDays }: Variant): number | null =>
  durationType === 'daily' ? (minDays ?? 1) * 1440 : minDurationMinutes

const WaitInstead = ({ variant, startsAt, minutes = null, quantity = null }: WaitInsteadProps) => {
  const text = useText()
  const display = useDisplay()
  const role = useRole()
  const now = useNow()
  const { complete } = usePhones()
  const [isOpen, setOpen] = useState(false)
  const { data: item } = useItem((isOpen && variant.catalogItemId) || null)
  const [customer, setCustomer] = useState<ChosenCustomer | null>(null)
  const start = Date.parse(startsAt)
  if (!variant.waitlistEnabled || start <= now || !mayAccess(role, waitlistEntries.access, 'create')) return null
  const durationMinutes = variant.durationType === 'fixed' ? null : (minutes ?? least(variant))
  const length = durationMinutes ?? variant.durationMinutes ?? 60
  const time = { startsAt, endsAt: formatInstant(start + length * MINUTE) }
  const wanted = { variantId: variant.id, channelId: null, quantity, durationMinutes, ...forWhom(customer, complete) }
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        {text('waitlist.add')}
      </Button>
      {isOpen && (
        <DialogFrame
          title={text('waitlist.add')}
          maxWidth="sm"
          className={styles.dialog}
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setOpen(false)}>{text('waitlist.close')}</Button>}
        >
          <p>{[item?.name, variant.name, formatDayTimes(time, display)].filter(Boolean).join(' · ')}</p>
          <CustomerPicker value={customer} errors={{}} onChange={setCustomer} />
          <AddToWaitlist
            wanted={wanted}
            time={time}
            isNamed={customer !== null && customer.customer.name.trim() !== ''}
            lead={null}
            onAdded={() => setOpen(false)}
          />
        </DialogFrame>
      )}
    </>
  )
}

export default WaitInstead
