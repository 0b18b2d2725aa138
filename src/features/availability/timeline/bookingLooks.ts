import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import DoneAll from '@mui/icons-material/DoneAllOutlined'
import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined'
import PendingActions from '@mui/icons-material/PendingActionsOutlined'
import PersonOff from '@mui/icons-material/PersonOffOutlined'
import type SvgIcon from '@mui/material/SvgIcon'
import type { MessageKey } from '../../../i18n/text'
import type { BookingStatus } from '../../../scheduling'

interface BookingLook {
  Icon: typeof SvgIcon
  label: MessageKey
}

/** The statuses that take capacity; a timeline shows no others. */
const looks: { readonly [S in BookingStatus]?: BookingLook } = {
  held: { Icon: HourglassEmpty, label: 'availability.status.held' },
  pending: { Icon: PendingActions, label: 'availability.status.pending' },
  confirmed: { Icon: CheckCircle, label: 'availability.status.confirmed' },
  completed: { Icon: DoneAll, label: 'availability.status.completed' },
  no_show: { Icon: PersonOff, label: 'availability.status.no_show' },
}

const confirmed: BookingLook = { Icon: CheckCircle, label: 'availability.status.confirmed' }

export const lookOf = (status: BookingStatus): BookingLook => looks[status] ?? confirmed
