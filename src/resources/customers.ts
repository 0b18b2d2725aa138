import {
  action,
  callAction,
  count,
  defineResource,
  flag,
  instant,
  max,
  min,
  money,
  now,
  type RecordOf,
  type ResourceRef,
  reference,
  rows,
  sum,
  tags,
  text,
} from '../declare'
import { bookings } from './bookings'
import { contactFields } from './contactFields'
import { ofAllBookings } from './keptToOwn'

const ofBookings = (): ResourceRef => bookings
const counted = ['pending', 'confirmed', 'completed', 'no_show']

/** Only staff read contact data and notes (docs/domain.md#roles). */
export const customers = defineResource({
  name: 'customers',
  label: ['Customer', 'Customers'],
  icon: 'contacts',
  scope: 'tenant',
  api: '/customers',
  screens: { base: '/customers', form: { create: 'dialog', edit: 'own' } },
  access: { read: 'viewer', write: 'staff', delete: 'admin' },
  // One's own, and those without bookings.
  rows: {
    read: [
      ofAllBookings,
      rows.unreferred((): ResourceRef => bookings, 'customerId'),
      rows.seenBy((): ResourceRef => bookings, 'customerId'),
    ],
  },
  apiScopes: {
    read: ['customers.read'],
    write: ['customers'],
    members: {
      bookingCount: 'bookings.read',
      noShowCount: 'bookings.read',
      lastBookingAt: 'bookings.read',
      lastVisitAt: 'bookings.read',
      nextVisitAt: 'bookings.read',
      spent: 'bookings.read',
      due: 'bookings.read',
    },
  },
  fields: {
    ...contactFields,
    mailOptOut: flag({
      label: 'No reminders',
      help: 'No reminders and no offers by mail. What they did themselves is still confirmed.',
      readRole: 'staff',
    }),
    tags: tags({ help: 'Such as VIP or allergy.', readRole: 'staff' }),
    isBlocked: flag({
      label: 'Blocked',
      help: 'Online channels refuse; staff are warned.',
      readRole: 'staff',
      tone: 'bad',
    }),
    blockedReason: text({ max: 240, readRole: 'staff' }),
    externalId: text({ unique: true, label: 'External id', readRole: 'staff' }),
    bookingCount: count(ofBookings, 'customerId', { label: 'Bookings', where: { status: counted } }),
    noShowCount: count(ofBookings, 'customerId', { label: 'No-shows', where: { status: ['no_show'] } }),
    lastBookingAt: instant({
      derived: max(ofBookings, 'customerId', 'startsAt', { status: counted }),
      label: 'Last booking',
    }),
    lastVisitAt: instant({
      derived: max(ofBookings, 'customerId', 'startsAt', {
        status: ['confirmed', 'completed'],
        startsAt: { max: now() },
      }),
      label: 'Last visit',
    }),
    nextVisitAt: instant({
      derived: min(ofBookings, 'customerId', 'startsAt', {
        status: ['pending', 'confirmed'],
        startsAt: { min: now() },
      }),
      label: 'Next visit',
    }),
    spent: money({
      derived: sum(ofBookings, 'customerId', 'total', { paymentStatus: ['paid'] }),
      label: 'Spent',
      readRole: 'staff',
    }),
    due: money({
      derived: sum(ofBookings, 'customerId', 'total', {
        status: ['confirmed', 'completed', 'no_show'],
        paymentStatus: ['unpaid'],
        startsAt: { max: now() },
      }),
      label: 'Unpaid',
      readRole: 'staff',
    }),
    anonymizedAt: instant({ readOnly: true, label: 'Anonymized' }),
  },
  represent: 'name',
  import: { keys: [['externalId'], ['email'], ['phone'], ['name']] },
  actions: {
    merge: action({
      label: 'Merge',
      done: 'Merged',
      role: 'admin',
      input: { intoId: reference((): ResourceRef => customers, { required: true, label: 'Who stays' }) },
      when: { anonymizedAt: { present: false } },
      confirm:
        'The bookings go over to the other customer, who also learns what they did not know of each other. This one is deleted. This cannot be undone.',
      tone: 'danger',
    }),
    export: callAction({ label: 'Export data', done: 'Exported', role: 'admin', file: 'json' }),
    anonymize: action({
      label: 'Anonymize',
      done: 'Anonymized',
      role: 'admin',
      when: { anonymizedAt: { present: false } },
      confirm:
        'Name, contact, notes and everything else about the person are removed for good. Bookings and figures stay. Not while there are bookings to come.',
      tone: 'danger',
    }),
  },
  trash: { days: 30 },
  list: {
    columns: ['name', 'email', 'tags', 'lastVisitAt', 'nextVisitAt', 'bookingCount'],
    joined: { email: { label: 'Contact', with: ['phone'] }, tags: { label: 'Tags', with: ['isBlocked'] } },
    search: ['name', 'email', 'phone'],
    filters: ['isBlocked', 'tags'],
    sort: 'name',
  },
  search: { subtitle: ['email', 'phone'], when: { anonymizedAt: { present: false } } },
  form: [
    {
      name: 'contact',
      title: 'Contact',
      help: 'How you reach them, in their language and time.',
      fields: ['name', 'email', 'phone', 'locale', 'timeZone', 'mailOptOut'],
    },
    {
      name: 'notes',
      title: 'Notes',
      help: 'What you should know when they come.',
      fields: ['notes', 'tags', 'externalId'],
    },
    {
      name: 'blocking',
      title: 'Blocking',
      help: 'Who is blocked cannot book.',
      fields: ['isBlocked', 'blockedReason'],
    },
  ],
  conditions: { blockedReason: { when: { isBlocked: [true] } } },
  texts: { empty: 'Customers are the people you take bookings for. They are added while booking, or here.' },
})

export type Customer = RecordOf<typeof customers>
