import {
  choice,
  count,
  defineResource,
  flag,
  instant,
  integer,
  joined,
  longText,
  max,
  minus,
  money,
  type RecordOf,
  type ResourceRef,
  reference,
  rows,
  tags,
  text,
  timezone,
} from '../declare'
import { bookingSeriesActions } from './bookingSeriesActions'
import { bookings } from './bookings'
import { channels } from './channels'
import { customers } from './customers'
import { ofAllBookings } from './keptToOwn'
import { variants } from './variants'

const ofBookings = (): ResourceRef => bookings
const standing = ['held', 'pending', 'confirmed', 'completed', 'no_show']

/** See docs/domain.md#series. Only its ordinary bookings block time. */
export const bookingSeries = defineResource({
  name: 'bookingSeries',
  label: ['Booking Series', 'Series'],
  icon: 'repeat',
  scope: 'tenant',
  api: '/bookings/series',
  screens: { base: '/series', form: 'own' },
  access: { read: 'viewer', write: 'staff' },
  notTakenBack: 'A series is made of bookings.',
  rows: { read: [ofAllBookings, rows.seenBy((): ResourceRef => bookings, 'seriesId')] },
  apiScopes: { read: ['bookings.read'], write: ['bookings'] },
  fields: {
    reference: text({ required: true, readOnly: true, unique: true, max: 8 }),
    variantId: reference((): ResourceRef => variants, { required: true, immutable: true }),
    title: text({
      default: '',
      derived: joined(' · ', 'variantId.catalogItemId.name', 'variantId.name'),
      label: 'What',
      max: 300,
    }),
    channelId: reference((): ResourceRef => channels, { required: true, immutable: true }),
    customerId: reference((): ResourceRef => customers, { required: true }),
    customerName: text({ derived: joined('', 'customerId.name'), label: 'Customer' }),
    startsAt: instant({ required: true, readOnly: true, label: 'First', help: 'Of the rule as it is now.' }),
    endsAt: instant({ required: true, readOnly: true, label: 'Ends' }),
    timeZone: timezone({ required: true, readOnly: true, help: 'The rule counts its dates here.' }),
    rrule: text({ required: true, readOnly: true, max: 200, label: 'Rule', help: 'RFC 5545, without “RRULE:”.' }),
    exDates: tags({ readOnly: true, maxLength: 10, maxItems: 104, label: 'Excluded dates' }),
    quantity: integer({ default: 1, min: 1, max: 10_000 }),
    onConflict: choice(['fail', 'skip', 'nearest'], { default: 'fail', readOnly: true, label: 'When not free' }),
    nearestWithinDays: integer({ default: 0, min: 0, max: 7, readOnly: true }),
    keepResources: flag({ default: true, readOnly: true }),
    total: money({ required: true, readOnly: true, help: 'Of each booking.' }),
    paymentStatus: choice(['not_required', 'unpaid', 'paid', 'refunded'], {
      default: 'not_required',
      readOnly: true,
      label: 'Payment',
    }),
    notes: longText({ max: 5000, help: 'The customer may see them.', readRole: 'staff' }),
    internalNotes: longText({ max: 5000, help: 'For the staff only.', readRole: 'staff' }),
    status: choice(['active', 'ended', 'cancelled'], {
      computed: true,
      tones: { active: 'good', ended: 'done', cancelled: 'off' },
    }),
    occurrenceCount: integer({ default: 0, min: 0, readOnly: true, label: 'Dates' }),
    bookedCount: count(ofBookings, 'seriesId', { label: 'Booked', where: { status: standing } }),
    movedCount: integer({ default: 0, computed: true, label: 'Moved' }),
    skippedCount: integer({
      default: 0,
      derived: minus('occurrenceCount', count(ofBookings, 'seriesId')),
      label: 'Skipped',
    }),
    nextStartsAt: instant({ computed: true, label: 'Next' }),
    lastStartsAt: instant({ derived: max(ofBookings, 'seriesId', 'startsAt', { status: standing }), label: 'Last' }),
    icalSequence: integer({ default: 0, min: 0, readOnly: true }),
  },
  represent: 'reference',
  actions: bookingSeriesActions,
  list: {
    columns: [
      'customerName',
      'title',
      'rrule',
      'nextStartsAt',
      'status',
      'bookedCount',
      'skippedCount',
      'startsAt',
      'reference',
    ],
    hidden: ['startsAt', 'reference'],
    cardTitle: ['customerName', 'title'],
    search: ['reference'],
    filters: ['customerId', 'variantId'],
    sort: '-startsAt',
  },
  search: { fields: ['reference', 'customerId'], title: 'customerName', subtitle: ['title', 'reference'] },
  form: ['customerId', 'quantity', 'notes', 'internalNotes'],
  bulk: false,
  readRoles: { answers: 'staff' },
  freshFor: 5,
  texts: { empty: 'Series are made while booking: choose “Repeat” there.' },
})

/** `src/scheduling/series/answers.ts` adds the API's members. */
export type BookingSeriesRecord = RecordOf<typeof bookingSeries>
