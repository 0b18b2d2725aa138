import Block from '@mui/icons-material/BlockOutlined'
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import DoneAll from '@mui/icons-material/DoneAllOutlined'
import EventBusy from '@mui/icons-material/EventBusyOutlined'
import HourglassDisabled from '@mui/icons-material/HourglassDisabledOutlined'
import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined'
import PendingActions from '@mui/icons-material/PendingActionsOutlined'
import PersonOff from '@mui/icons-material/PersonOffOutlined'
import type SvgIcon from '@mui/material/SvgIcon'
import type { BookingStatus } from '../../resources/bookings'

/** The icon of each status: colour alone does not tell them apart. */
export const statusIcons: Readonly<Record<BookingStatus, typeof SvgIcon>> = {
  held: HourglassEmpty,
  pending: PendingActions,
  confirmed: CheckCircle,
  completed: DoneAll,
  no_show: PersonOff,
  cancelled: EventBusy,
  declined: Block,
  expired: HourglassDisabled,
}
