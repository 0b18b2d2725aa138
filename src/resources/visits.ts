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
import { bookings } from './bookings'
import { channels } from './channels'
import { customers } from './customers'
import { ofAllBookings } from './keptToOwn'
import { visitActions } from './visitActions'

/** See docs/domain.md#visits. Only its bookings, the parts, block time. */
export const visits = defineResource({
  name: 'visits',
  label: ['Visit', 'Visits'],
  icon: 'event',
  scope: 'tenant',
  api: '/bookings/visits',
  isOnlyCalled: true,
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
    title: text({ computed: true, max: 2000 }),
    channelId: reference((): ResourceRef => channels, { required: true, readOnly: true }),
    customerId: reference((): ResourceRef => customers),
    customerName: text({ derived: joined('', 'customerId.name') }),
    startsAt: instant({ computed: true }),
    endsAt: instant({ computed: true }),
    timeZone: timezone({ computed: true }),
    status: choice(['held', 'pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined', 'expired'], {
      computed: true,
    }),
    holdExpiresAt: instant({ computed: true }),
    paymentStatus: choice(['not_required', 'unpaid', 'paid', 'refunded'], { computed: true }),
    partCount: integer({ default: 0, computed: true }),
    waitMinutes: integer({ default: 0, computed: true }),
    isApart: flag({ computed: true }),
    sameStaff: flag({ readOnly: true }),
    notes: longText({ max: 5000, readRole: 'staff' }),
    internalNotes: longText({ max: 5000, readRole: 'staff' }),
    sendsReminders: flag(),
    icalSequence: integer({ default: 0, min: 0, readOnly: true }),
  },
  represent: 'reference',
  actions: visitActions,
  list: { columns: ['reference'], search: ['reference'], filters: ['customerId', 'channelId'], sort: '-startsAt' },
  form: ['customerId', 'notes', 'internalNotes', 'sendsReminders'],
  bulk: false,
})

/** As stored; `src/calls/visits.ts` has the further members of the API's answers. */
export type VisitRecord = RecordOf<typeof visits>
