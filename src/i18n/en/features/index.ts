import type { apiKeys } from './apiKeys'
import { audit } from './audit'
import type { availability } from './availability'
import { bookings } from './bookings'
import type { calendarFeeds } from './calendarFeeds'
import type { catalog } from './catalog'
import type { channels } from './channels'
import type { checks } from './checks'
import type { customers } from './customers'
import { figures } from './figures'
import type { home } from './home'
import { invitations } from './invitations'
import { navigation } from './navigation'
import type { notifications } from './notifications'
import type { resources } from './resources'
import { rules } from './rules'
import type { schedules } from './schedules'
import type { series } from './series'
import type { settings } from './settings'
import type { setup } from './setup'
import type { superadmin } from './superadmin'
import type { waitlist } from './waitlist'
import type { webhooks } from './webhooks'
import type { whatIf } from './whatIf'

/** One file per room of `src/features`. */
export const features = {
  ...audit,
  ...bookings,
  ...figures,
  ...invitations,
  ...navigation,
  ...rules,
} as const

/** Texts that load with their rooms (`roomText`). */
export type RoomTexts = typeof apiKeys &
  typeof availability &
  typeof channels &
  typeof catalog &
  typeof checks &
  typeof calendarFeeds &
  typeof customers &
  typeof home &
  typeof notifications &
  typeof resources &
  typeof schedules &
  typeof series &
  typeof setup &
  typeof settings &
  typeof superadmin &
  typeof waitlist &
  typeof webhooks &
  typeof whatIf
