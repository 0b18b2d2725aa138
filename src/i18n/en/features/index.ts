import type { availability } from './availability'
import type { blocks } from './blocks'
import type { bookingDialog } from './bookingDialog'
import type { bookingStart } from './bookingStart'
import type { bookings } from './bookings'
import type { calendarFeeds } from './calendarFeeds'
import type { catalog } from './catalog'
import type { channels } from './channels'
import type { checks } from './checks'
import type { customers } from './customers'
import type { demand } from './demand'
import type { home } from './home'
import { navigation } from './navigation'
import type { notifications } from './notifications'
import type { reports } from './reports'
import type { resources } from './resources'
import type { rules } from './rules'
import type { schedules } from './schedules'
import type { series } from './series'
import type { setup } from './setup'
import type { visits } from './visits'
import type { waitlist } from './waitlist'
import type { whatIf } from './whatIf'

export const features = {
  ...navigation,
} as const

/** Loaded with their rooms (`roomText`). */
export type RoomTexts = typeof availability &
  typeof blocks &
  typeof bookings &
  typeof bookingDialog &
  typeof channels &
  typeof catalog &
  typeof checks &
  typeof calendarFeeds &
  typeof customers &
  typeof home &
  typeof notifications &
  typeof reports &
  typeof resources &
  typeof rules &
  typeof schedules &
  typeof series &
  typeof setup &
  typeof bookingStart &
  typeof demand &
  typeof visits &
  typeof waitlist &
  typeof whatIf
