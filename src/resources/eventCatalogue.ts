import { eventsOf, type ToldChange } from '../declare'
import { type Booking, bookings } from './bookings'
import { type Customer, customers } from './customers'
import { bookableResources } from './resources'
import { schedules } from './schedules'
import { visits } from './visits'

const ofStatus = {
  held: null,
  pending: 'pending',
  confirmed: 'confirmed',
  completed: 'completed',
  no_show: 'no_show',
  cancelled: 'cancelled',
  declined: 'declined',
  expired: 'expired',
} as const satisfies Record<Booking['status'], string | null>

const hasMoved = (before: Booking, after: Booking): boolean =>
  before.startsAt !== after.startsAt || before.endsAt !== after.endsAt

const bookingEvents = ({ before, after }: ToldChange<Booking>) => {
  if (!after) return ['deleted'] as const
  const became = ofStatus[after.status]
  if (!before) return became ? (['created', became] as const) : (['created'] as const)
  if (became && before.status !== after.status) return [became] as const
  if (hasMoved(before, after)) return ['rescheduled'] as const
  if (String(before.resourceIds) !== String(after.resourceIds)) return ['reassigned'] as const
  if (!before.checkedInAt && after.checkedInAt) return ['checked_in'] as const
  return ['updated'] as const
}

const customerEvents = ({ before, after }: ToldChange<Customer>, via: string | null) => {
  // The merge reports the merged customer.
  if (!after) return via === 'merge' ? ([] as const) : (['deleted'] as const)
  if (!before) return ['created'] as const
  return !before.anonymizedAt && after.anonymizedAt ? (['anonymized'] as const) : (['updated'] as const)
}

/** Types may gain fields, but never lose one or change its meaning. */
export const eventCatalogue = {
  booking: eventsOf(bookings, {
    types: {
      created: 'A new booking, also one on hold',
      pending: 'It became one that waits for approval',
      confirmed: 'It became confirmed',
      rescheduled: 'It was moved to another time',
      reassigned: 'It was given other resources',
      updated: 'Something else of it was changed',
      checked_in: 'Its customer has arrived',
      cancelled: 'It was cancelled',
      declined: 'It was declined',
      completed: 'It is over',
      no_show: 'Its customer did not come',
      expired: 'Its hold ran out',
      deleted: 'It was deleted',
    },
    judge: bookingEvents,
    counts: ['resourceIds', 'answers'],
    personalScope: 'customers.read',
    impersonal: [
      'reference',
      'catalogItemId',
      'variantId',
      'title',
      'resourceId',
      'resourceTypeId',
      'resourceIds',
      'resources',
      'timeslotId',
      'channelId',
      'customerId',
      'startsAt',
      'endsAt',
      'timeZone',
      'quantity',
      'status',
      'previousStatus',
      'statusChangedAt',
      'holdExpiresAt',
      'isHoldExtended',
      'price',
      'total',
      'paymentStatus',
      'bufferBeforeMinutes',
      'bufferAfterMinutes',
      'sendsReminders',
      'checkedInAt',
      'cancelledAt',
      'cancelledBy',
      'rescheduleCount',
      'icalSequence',
      'source',
      'createdAt',
      'updatedAt',
      'version',
    ],
    internal: ['internalNotes'],
  }),
  visit: eventsOf(visits, {
    types: {
      created: 'A new visit, also one on hold',
      updated: 'Something of it, or of one of its parts, was changed',
      cancelled: 'None of its parts stands any more',
    },
    // Its parts cause it.
    judge: () => [],
    personalScope: 'customers.read',
    impersonal: [
      'reference',
      'title',
      'channelId',
      'customerId',
      'startsAt',
      'endsAt',
      'timeZone',
      'status',
      'holdExpiresAt',
      'paymentStatus',
      'partCount',
      'waitMinutes',
      'isApart',
      'sameStaff',
      'order',
      'total',
      'parts',
      'sendsReminders',
      'icalSequence',
      'createdAt',
      'updatedAt',
      'version',
    ],
    internal: ['internalNotes'],
  }),
  customer: eventsOf(customers, {
    types: {
      created: 'A new customer',
      updated: 'A customer was changed',
      merged: 'A customer was merged into another, and is gone',
      anonymized: 'Everything about the person was removed',
      deleted: 'A customer was deleted',
    },
    judge: customerEvents,
    idsOnly: ['merged', 'anonymized'],
    personalScope: 'customers.read',
    impersonal: [],
  }),
  resource: eventsOf(bookableResources, {
    types: {
      created: 'A new resource',
      updated: 'A resource was changed',
      deleted: 'A resource was deleted',
    },
    judge: ({ before, after }) => [before ? (after ? 'updated' : 'deleted') : 'created'],
  }),
  schedule: eventsOf(schedules, {
    types: { generated: 'Timeslots were made or removed by its hours' },
    judge: () => [],
  }),
}
