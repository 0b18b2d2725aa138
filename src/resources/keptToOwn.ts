import { type RowRule, rows } from '../declare'

/** Callers whom no calendar of their own limits: staff are, when they are a resource and the tenant says so. */
export const ofAnyCalendar: RowRule<never> = rows.anyOf(
  rows.unlessRole('staff'),
  rows.unlessSetting('staffKeepToOwn'),
  rows.unlessOwner('resources'),
)

/** Callers whom neither a calendar of their own limits nor the channel of their API key. */
export const ofAllBookings: RowRule<never> = rows.allOf(rows.unlessOwner('channels'), ofAnyCalendar)
