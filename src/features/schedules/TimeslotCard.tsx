import Cancel from '@mui/icons-material/CancelOutlined'
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import Lock from '@mui/icons-material/LockOutlined'
import Checkbox from '@mui/material/Checkbox'
import { Link } from 'react-router'
import { type Timeslot, timeslots } from '../../resources/timeslots'
import { type Display, formatTimes, Row, useFormAddress } from '../../show'
import styles from './schedules.module.css'
import { useText } from './useText'

const icons = { open: CheckCircle, closed: Lock, cancelled: Cancel } as const

const openedHere = { isOpenedHere: true }

interface TimeslotCardProps {
  slot: Timeslot
  display: Omit<Display, 'weekStartsOn'>
  isChosen: boolean
  onChoose: ((isChosen: boolean) => void) | undefined
}

export const TimeslotCard = ({ slot, display, isChosen, onChoose }: TimeslotCardProps) => {
  const text = useText()
  const address = useFormAddress(timeslots)
  const status = slot.status ?? 'open'
  const Icon = icons[status]
  const times = formatTimes(Date.parse(slot.startsAt), Date.parse(slot.endsAt), display)
  const places =
    slot.capacity === null || slot.capacity === undefined
      ? text('timeslots.booked', { count: slot.bookedQuantity ?? 0 })
      : text('timeslots.bookedOf', { count: slot.bookedQuantity ?? 0, capacity: slot.capacity })
  return (
    <li className={styles.slot} data-status={status}>
      {onChoose && (
        <Checkbox
          size="small"
          checked={isChosen}
          onChange={(_, isOn) => onChoose(isOn)}
          slotProps={{ input: { 'aria-label': text('timeslots.choose', { time: times }) } }}
        />
      )}
      <div>
        <Link to={address('edit', String(slot.id))} state={openedHere}>
          {times}
        </Link>
        {slot.label && <span>{slot.label}</span>}
        <Row as="span" wrap gap="0 0.25rem" className={styles.slotFacts}>
          <Icon fontSize="inherit" />
          {text(`timeslots.status.${status}`)}
          <span>{places}</span>
          {slot.isEdited && <Edit fontSize="inherit" titleAccess={text('timeslots.edited')} />}
        </Row>
      </div>
    </li>
  )
}
