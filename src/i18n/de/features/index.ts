import { availability } from './availability'
import { blocks } from './blocks'
import { bookingDialog } from './bookingDialog'
import { bookingStart } from './bookingStart'
import { bookings } from './bookings'
import { calendarFeeds } from './calendarFeeds'
import { catalog } from './catalog'
import { channels } from './channels'
import { checks } from './checks'
import { customers } from './customers'
import { demand } from './demand'
import { home } from './home'
import { navigation } from './navigation'
import { notifications } from './notifications'
import { reports } from './reports'
import { resources } from './resources'
import { rules } from './rules'
import { schedules } from './schedules'
import { series } from './series'
import { setup } from './setup'
import { visits } from './visits'
import { waitlist } from './waitlist'
import { whatIf } from './whatIf'

export const features = {
  ...availability,
  ...blocks,
  ...bookingDialog,
  ...bookings,
  ...calendarFeeds,
  ...catalog,
  ...channels,
  ...checks,
  ...customers,
  ...home,
  ...navigation,
  ...notifications,
  ...reports,
  ...resources,
  ...rules,
  ...schedules,
  ...series,
  ...setup,
  ...bookingStart,
  ...demand,
  ...visits,
  ...waitlist,
  ...notifications,
  ...whatIf,
}
