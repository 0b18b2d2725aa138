import { rows } from '../declare'

/** Callers not limited to their own calendar. Staff are limited if they are a resource and the tenant says so. */
export const ofAnyCalendar = rows.anyOf(
  rows.unlessRole('staff'),
  rows.unlessSetting('staffKeepToOwn'),
  rows.unlessOwner('resources'),
)

/** Callers limited neither to their own calendar nor to their API key's channel. */
export const ofAllBookings = rows.allOf(rows.unlessOwner('channels'), ofAnyCalendar)
