import { apiKeys } from './apiKeys'
import { audit } from './audit'
import { availability } from './availability'
import { bookings } from './bookings'
import { calendarFeeds } from './calendarFeeds'
import { catalog } from './catalog'
import { channels } from './channels'
import { checks } from './checks'
import { customers } from './customers'
import { figures } from './figures'
import { home } from './home'
import { invitations } from './invitations'
import { navigation } from './navigation'
import { notifications } from './notifications'
import { resources } from './resources'
import { rules } from './rules'
import { schedules } from './schedules'
import { series } from './series'
import { settings } from './settings'
import { setup } from './setup'
import { superadmin } from './superadmin'
import { waitlist } from './waitlist'
import { webhooks } from './webhooks'
import { whatIf } from './whatIf'

export const features = {
  ...apiKeys,
  ...audit,
  ...availability,
  ...bookings,
  ...calendarFeeds,
  ...catalog,
  ...channels,
  ...checks,
  ...customers,
  ...figures,
  ...home,
  ...invitations,
  ...navigation,
  ...notifications,
  ...resources,
  ...rules,
  ...schedules,
  ...series,
  ...settings,
  ...setup,
  ...superadmin,
  ...waitlist,
  ...notifications,
  ...webhooks,
  ...whatIf,
}
