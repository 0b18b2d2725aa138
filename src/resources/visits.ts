import {
  choice,
  defineResource,
  flag,
  instant,
  integer,
  joined,
  longText,
  type RecordOf,
  type ResourceRef,
  reference,
  rows,
  text,
  timezone,
} from '../declare'
import { paymentLooks, statusLooks } from './bookingLooks'
import { bookings } from './bookings'
import { channels } from './channels'
import { customers } from './customers'
import { ofAllBookings } from './keptToOwn'
import { visitActions } from './visitActions'

export const maxParts = 6

/** See docs/domain.md#visits. Only its bookings block time. */
export const visits = defineResource({
  name: 'visits',
  label: ['Visit', 'Visits'],
  icon: 'style',
  scope: 'tenant',
  api: '/bookings/visits',
  screens: { base: '/visits', form: 'own' },
  access: { read: 'viewer', write: 'staff' },
  notTakenBack: 'A visit is made of bookings.',
  rows: { read: [ofAllBookings, rows.seenBy((): ResourceRef => bookings, 'visitId')] },
  apiScopes: {
    read: ['bookings.read'],
    write: ['bookings'],
    members: { customerName: 'customers.read' },
  },
  fields: {
    reference: text({ required: true, readOnly: true, unique: true, max: 8 }),
    title: text({ computed: true, max: 2000, label: 'What' }),
    channelId: reference((): ResourceRef => channels, { required: true, readOnly: true }),
    customerId: reference((): ResourceRef => customers),
    customerName: text({ derived: joined('', 'customerId.name'), label: 'Customer' }),
    startsAt: instant({ computed: true, label: 'Starts' }),
    endsAt: instant({ computed: true, label: 'Ends' }),
    timeZone: timezone({ computed: true }),
    status: choice(['held', 'pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined', 'expired'], {
      computed: true,
      ...statusLooks,
    }),
    holdExpiresAt: instant({ computed: true, label: 'Held until' }),
    paymentStatus: choice(['not_required', 'unpaid', 'paid', 'refunded'], { computed: true, ...paymentLooks }),
    partCount: integer({ default: 0, computed: true, label: 'Services' }),
    waitMinutes: integer({ default: 0, computed: true, label: 'Waiting (minutes)' }),
    isApart: flag({ computed: true, label: 'Apart' }),
    sameStaff: flag({ readOnly: true }),
    notes: longText({ max: 5000, help: 'The customer may see them.', readRole: 'staff' }),
    internalNotes: longText({ max: 5000, help: 'For the staff only.', readRole: 'staff' }),
    sendsReminders: flag({ label: 'Send reminders', help: 'By mail, before it begins.' }),
    icalSequence: integer({ default: 0, min: 0, readOnly: true }),
  },
  represent: 'reference',
  actions: visitActions,
  list: {
    columns: ['customerName', 'startsAt', 'status', 'title', 'partCount', 'isApart', 'paymentStatus', 'reference'],
    hidden: ['reference'],
    cardTitle: ['customerName', 'title'],
    search: ['reference'],
    filters: ['customerId', 'channelId'],
    sort: '-startsAt',
  },
  form: ['customerId', 'notes', 'internalNotes', 'sendsReminders'],
  bulk: false,
  freshFor: 5,
  texts: { empty: 'Visits are made while booking: choose “Add service” there.' },
})

/** `src/calls/visits.ts` adds the API's members. */
export type VisitRecord = RecordOf<typeof visits>
