/** Customers' mails first (docs/domain.md#notifications). */
export const customerKeys = [
  'booking_confirmed',
  'booking_approved',
  'booking_pending',
  'booking_declined',
  'booking_moved',
  'booking_cancelled',
  'booking_reminder',
  'hold_link',
  'waitlist_offer',
] as const

export const staffKeys = ['staff_new_booking', 'staff_moved', 'staff_cancelled', 'staff_approval_wanted'] as const

export const notificationKeys = [...customerKeys, ...staffKeys] as const

export type NotificationKey = (typeof notificationKeys)[number]

export const notificationKeyLabels = {
  booking_confirmed: 'Booking confirmed',
  booking_approved: 'Booking approved',
  booking_pending: 'Waiting for approval',
  booking_declined: 'Booking declined',
  booking_moved: 'Booking moved',
  booking_cancelled: 'Booking cancelled',
  booking_reminder: 'Reminder',
  hold_link: 'Link to a hold',
  waitlist_offer: 'Offer of a place',
  staff_new_booking: 'To us: new booking',
  staff_moved: 'To us: booking moved',
  staff_cancelled: 'To us: booking cancelled',
  staff_approval_wanted: 'To us: approval wanted',
} as const satisfies Record<NotificationKey, string>

/** With kinds that tenants cannot reword. */
export const messageKeys = [...notificationKeys, 'webhook_off', 'week_figures'] as const

export const messageKeyLabels = {
  ...notificationKeyLabels,
  webhook_off: 'To us: webhook turned off',
  week_figures: 'To us: the week’s figures',
} as const
