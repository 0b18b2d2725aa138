import {
  choice,
  defineResource,
  email,
  flag,
  instant,
  integer,
  joined,
  longText,
  metadata,
  minutes,
  money,
  phone,
  type RecordOf,
  type ResourceRef,
  reference,
  rows,
  text,
  timezone,
} from '../declare'
import { bookingActions, resourceIds } from './bookingActions'
import { paymentLooks, statusLooks } from './bookingLooks'
import { bookingSeries } from './bookingSeries'
import { catalogItems } from './catalogItems'
import { channels } from './channels'
import { customers } from './customers'
import { ofAllBookings } from './keptToOwn'
import { phases } from './phases'
import { bookableResources } from './resources'
import { resourceTypes } from './resourceTypes'
import { variants } from './variants'
import { visits } from './visits'
import { waitlistEntries } from './waitlistEntries'

const statuses = choice(['held', 'pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined', 'expired'], {
  default: 'confirmed',
  readOnly: true,
  ...statusLooks,
})

/** See docs/domain.md#the-booking-record. A call creates bookings, actions move them. */
export const bookings = defineResource({
  name: 'bookings',
  label: ['Booking', 'Bookings'],
  icon: 'event',
  scope: 'tenant',
  api: '/bookings',
  screens: { base: '/bookings', form: 'own' },
  access: { read: 'viewer', write: 'staff' },
  notTakenBack: 'Bookings take places and tell customers: their actions have reversals of their own.',
  rows: {
    read: [
      ofAllBookings,
      rows.own('channelId'),
      rows.ownIn('resourceIds', (): ResourceRef => bookableResources, {
        ...{ table: 'allocations', owner: 'bookingId', target: 'resourceId' },
      }),
    ],
  },
  apiScopes: {
    read: ['bookings.read'],
    write: ['bookings'],
    members: { customerName: 'customers.read', answers: 'customers.read' },
  },
  // A tenant’s first price fixes its currency.
  beyondTenant: { read: ['price'] },
  fields: {
    reference: text({ required: true, readOnly: true, unique: true, max: 8 }),
    catalogItemId: reference((): ResourceRef => catalogItems, { required: true, readOnly: true, label: 'Item' }),
    variantId: reference((): ResourceRef => variants, { required: true, immutable: true }),
    title: text({
      default: '',
      derived: joined(' · ', 'catalogItemId.name', 'variantId.name'),
      label: 'What',
      max: 300,
    }),
    resourceId: reference((): ResourceRef => bookableResources, {
      computed: true,
      help: 'The first of those that it takes; as a filter, any of them.',
    }),
    resourceTypeId: reference((): ResourceRef => resourceTypes, { computed: true }),
    channelId: reference((): ResourceRef => channels, { required: true, immutable: true }),
    customerId: reference((): ResourceRef => customers),
    customerName: text({ derived: joined('', 'customerId.name'), label: 'Customer' }),
    startsAt: instant({ required: true, immutable: true, label: 'Starts' }),
    endsAt: instant({ required: true, immutable: true, label: 'Ends' }),
    timeZone: timezone({ required: true, readOnly: true }),
    quantity: integer({ default: 1, min: 1, max: 10_000 }),
    status: statuses,
    previousStatus: choice(['held', 'pending', 'confirmed'], {
      readOnly: true,
      help: 'What restoring leads back to.',
    }),
    statusChangedAt: instant({ required: true, readOnly: true }),
    holdExpiresAt: instant({ readOnly: true, label: 'Held until' }),
    isHoldExtended: flag({ readOnly: true, help: 'A hold can be made longer once.' }),
    price: money({ required: true, readOnly: true, help: 'The price of the variant when it was booked.' }),
    total: money({ required: true }),
    paymentStatus: choice(['not_required', 'unpaid', 'paid', 'refunded'], {
      default: 'not_required',
      ...paymentLooks,
    }),
    bufferBeforeMinutes: minutes({ default: 0, max: 1440, readOnly: true, label: 'Preparation' }),
    bufferAfterMinutes: minutes({ default: 0, max: 1440, readOnly: true, label: 'Clean-up' }),
    phases: phases({ readOnly: true }),
    notes: longText({ max: 5000, help: 'The customer may see them.', readRole: 'staff' }),
    internalNotes: longText({ max: 5000, help: 'For the staff only.', readRole: 'staff' }),
    sendsReminders: flag({ label: 'Send reminders', help: 'By mail, before it begins.' }),
    checkedInAt: instant({ readOnly: true, label: 'Checked in' }),
    cancelledAt: instant({ readOnly: true, label: 'Cancelled' }),
    cancelledBy: choice(['staff', 'customer', 'system'], { readOnly: true }),
    cancellationReason: longText({ max: 500, readOnly: true, readRole: 'staff' }),
    rescheduleCount: integer({ default: 0, min: 0, readOnly: true, label: 'Times moved' }),
    icalSequence: integer({ default: 0, min: 0, readOnly: true }),
    externalId: text({
      unique: true,
      label: 'External id',
      readRole: 'staff',
      help: 'What another program calls this booking.',
    }),
    metadata: metadata({ label: 'Data of other programs', readRole: 'staff' }),
    waitlistEntryId: reference((): ResourceRef => waitlistEntries, {
      readOnly: true,
      help: 'Whoever waited for this place.',
    }),
    seriesId: reference((): ResourceRef => bookingSeries, { readOnly: true }),
    seriesIndex: integer({ min: 0, readOnly: true, help: 'Its place in the series, from 0.' }),
    seriesLength: integer({ computed: true, help: 'How many dates its series has.' }),
    visitId: reference((): ResourceRef => visits, { readOnly: true }),
    visitIndex: integer({ min: 0, readOnly: true }),
    visitLength: integer({ computed: true }),
    source: choice(['admin', 'api', 'public', 'import'], { default: 'admin', readOnly: true }),
  },
  represent: 'reference',
  import: {
    keys: [['reference'], ['externalId']],
    columns: {
      resourceIds,
      customerName: text(),
      customerEmail: email(),
      customerPhone: phone(),
      endsAt: instant(),
      status: statuses,
      bookedAt: instant(),
      reference: text({ max: 8 }),
    },
  },
  actions: bookingActions,
  list: {
    columns: [
      'customerName',
      'startsAt',
      'status',
      'title',
      'resourceId',
      'quantity',
      'total',
      'paymentStatus',
      'reference',
    ],
    hidden: ['quantity', 'reference'],
    tabs: {
      upcoming: {
        label: 'Upcoming',
        filter: { startsAtFrom: 'now', status: ['held', 'pending', 'confirmed'] },
        sort: 'startsAt',
      },
      today: {
        label: 'Today',
        filter: { startsAt: 'today', status: ['held', 'pending', 'confirmed', 'completed', 'no_show'] },
        sort: 'startsAt',
      },
      waiting: { label: 'Waiting', filter: { status: ['held', 'pending'] }, sort: 'startsAt' },
      past: {
        label: 'Past',
        filter: { startsAtTo: 'today', status: ['pending', 'confirmed', 'completed', 'no_show'] },
        sort: '-startsAt',
      },
      cancelled: { label: 'Cancelled', filter: { status: ['cancelled', 'declined', 'expired'] }, sort: '-startsAt' },
    },
    views: { calendar: { from: 'startsAt', until: 'endsAt', shows: ['customerName', 'title'] } },
    search: ['reference'],
    filters: [
      'startsAt',
      'resourceId',
      'catalogItemId',
      'status',
      'paymentStatus',
      'customerId',
      'resourceTypeId',
      'variantId',
      'channelId',
      'source',
    ],
    sort: '-startsAt',
  },
  search: {
    fields: ['reference', 'customerId'],
    title: 'customerName',
    subtitle: ['startsAt', 'title', 'reference'],
    at: 'startsAt',
  },
  form: ['customerId', 'quantity', 'total', 'paymentStatus', 'notes', 'internalNotes', 'sendsReminders'],
  bulk: false,
  readRoles: { answers: 'staff', overrides: 'staff' },
  freshFor: 5,
  texts: {
    empty: 'Bookings are made on the availability screen: click a free cell.',
    deleted: 'Hold removed',
  },
})

export interface BookedResource {
  resourceId: string
  resourceTypeId: string
  name: string
  /** Taken times. */
  spans: { startsAt: string; endsAt: string }[]
}

export interface BookingOverride {
  code: string
  ruleId: string | null
  reason: string
}

/** As the API answers it. */
export type Booking = RecordOf<typeof bookings> & {
  resourceIds: string[]
  resources: BookedResource[]
  timeslotId: string | null
  /** By question; only for staff. */
  answers?: Record<string, string | number | boolean | null>
  overrides?: BookingOverride[]
  createdBy: string | null
}

export type BookingAnswers = NonNullable<Booking['answers']>

export type BookingStatus = Booking['status']
