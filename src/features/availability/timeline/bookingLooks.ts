import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import DoneAll from '@mui/icons-material/DoneAllOutlined'
import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined'
import HowToReg from '@mui/icons-material/HowToRegOutlined'
import PendingActions from '@mui/icons-material/PendingActionsOutlined'
import PersonOff from '@mui/icons-material/PersonOffOutlined'
import type SvgIcon from '@mui/material/SvgIcon'
import type { TimelineBooking } from '../availabilityApi'

export type ShownStatus = TimelineBooking['status'] | 'checked_in'

export const bookingLooks = {
  held: { Icon: HourglassEmpty, label: 'availability.status.held' },
  pending: { Icon: PendingActions, label: 'availability.status.pending' },
  confirmed: { Icon: CheckCircle, label: 'availability.status.confirmed' },
  checked_in: { Icon: HowToReg, label: 'availability.status.checked_in' },
  completed: { Icon: DoneAll, label: 'availability.status.completed' },
  no_show: { Icon: PersonOff, label: 'availability.status.no_show' },
} as const satisfies Readonly<Record<ShownStatus, { Icon: typeof SvgIcon; label: string }>>

export const shownStatus = ({ status, checkedInAt }: Pick<TimelineBooking, 'status' | 'checkedInAt'>): ShownStatus =>
  status === 'confirmed' && checkedInAt ? 'checked_in' : status

export const litWith = ({ bookingId, visitId, isForeign }: TimelineBooking): string | undefined =>
  isForeign ? undefined : (visitId ?? bookingId)
