import { definePart, flag, integer } from '../declare'

export const bookingPolicy = definePart({
  name: 'bookingPolicy',
  label: ['Booking Policy', 'Booking Policy'],
  icon: 'rule',
  screens: { base: '/settings/booking-policy' },
  access: { read: 'owner', write: 'owner' },
  fields: {
    holdMinutes: integer({
      default: 10,
      min: 1,
      max: 60,
      label: 'Hold (minutes)',
      help: 'How long an unconfirmed hold keeps its place.',
    }),
    offerMinutes: integer({
      default: 120,
      min: 1,
      max: 2880,
      label: 'Offer (minutes)',
      help: 'How long somebody on the waitlist has to accept an offered place.',
    }),
    visitWaitMinutes: integer({
      default: 15,
      min: 0,
      max: 60,
      label: 'Wait within a visit (minutes)',
    }),
    staffKeepToOwn: flag({
      label: 'Staff keep to their own calendar',
      help: 'Staff who are a resource themselves see and change only bookings of it.',
    }),
    autoComplete: flag({
      default: true,
      label: 'Complete automatically',
      help: 'Confirmed bookings are completed when they end.',
    }),
    retentionMonths: integer({
      min: 1,
      max: 120,
      label: 'Keep customers (months)',
      help: 'Customers without a booking for this long are made anonymous. Empty: kept.',
    }),
  },
  form: [
    {
      name: 'bookings',
      title: 'Bookings',
      help: 'What bookings begin with, and how long they are kept.',
      fields: ['holdMinutes', 'offerMinutes', 'visitWaitMinutes', 'staffKeepToOwn', 'autoComplete', 'retentionMonths'],
    },
  ],
})
