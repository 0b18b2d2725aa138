import {
  choice,
  DAY,
  defineResource,
  flag,
  instant,
  integer,
  items,
  joined,
  longText,
  minutes,
  type RecordOf,
  type ResourceRef,
  reference,
  references,
  rows,
  text,
} from '../declare'
import { bookings } from './bookings'
import { channels } from './channels'
import { customers } from './customers'
import { ofAllBookings } from './keptToOwn'
import { bookableResources } from './resources'
import { variants } from './variants'
import { type WaitlistOffer, waitlistActions } from './waitlistActions'

/** Days. */
const longestWindow = 62

/** See docs/domain.md#waitlist. */
export const waitlistEntries = defineResource({
  name: 'waitlistEntries',
  label: ['Waitlist Entry', 'Waitlist'],
  icon: 'hourglass',
  scope: 'tenant',
  api: '/bookings/waitlist',
  screens: { base: '/waitlist', form: { create: 'dialog', edit: 'page' } },
  access: { read: 'viewer', write: 'staff' },
  notTakenBack: 'Offers hold places and tell customers: entries have reversals of their own.',
  rows: { read: [ofAllBookings, rows.own('channelId'), rows.along('variantId', rows.own('resources'))] },
  apiScopes: { read: ['bookings.read'], write: ['bookings'], members: { customerName: 'customers.read' } },
  fields: {
    variantId: reference((): ResourceRef => variants, { required: true, immutable: true }),
    title: text({
      default: '',
      derived: joined(' · ', 'variantId.catalogItemId.name', 'variantId.name'),
      label: 'What',
      max: 300,
    }),
    customerId: reference((): ResourceRef => customers, { required: true, immutable: true }),
    customerName: text({ derived: joined('', 'customerId.name'), label: 'Customer' }),
    channelId: reference((): ResourceRef => channels, { help: 'The back office unless given.' }),
    quantity: integer({ default: 1, min: 1, max: 10_000, help: 'The variant’s least unless given.' }),
    durationMinutes: minutes({
      min: 5,
      max: 527_040,
      label: 'Length',
      help: 'For variants without a length of their own.',
    }),
    windows: items(
      { startsAt: instant({ required: true, label: 'From' }), endsAt: instant({ required: true, label: 'To' }) },
      {
        max: 10,
        itemLabel: 'time',
        label: 'When',
        help: 'The whole booking lies in one of these.',
        check: ({ startsAt, endsAt }) => {
          const length = Date.parse(endsAt) - Date.parse(startsAt)
          if (length <= 0) return { endsAt: 'validation.endsBeforeStart' }
          return length > longestWindow * DAY ? { endsAt: 'validation.windowTooLong' } : {}
        },
      },
    ),
    preferredResourceIds: references((): ResourceRef => bookableResources, { max: 100, label: 'Preferred resources' }),
    onlyPreferred: flag({ label: 'Only these', help: 'Otherwise they are the first choice.' }),
    status: choice(['waiting', 'offered', 'converted', 'expired', 'cancelled'], {
      default: 'waiting',
      readOnly: true,
      labels: { converted: 'Booked' },
      tones: { waiting: 'waiting', offered: 'waiting', converted: 'good', expired: 'off', cancelled: 'off' },
    }),
    joinedAt: instant({ required: true, readOnly: true, label: 'Waiting since' }),
    position: integer({ min: 1, computed: true, help: 'Among those who wait for the same at the same time.' }),
    bookingId: reference((): ResourceRef => bookings, {
      readOnly: true,
      help: 'The place that is offered, or what became of it.',
    }),
    offerExpiresAt: instant({ readOnly: true, label: 'Offered until' }),
    offeredStartsAt: instant({ readOnly: true, label: 'Offered from' }),
    offeredEndsAt: instant({ readOnly: true, label: 'Offered to' }),
    passedOverCount: integer({ default: 0, min: 0, readOnly: true, label: 'Passed over' }),
    missedOfferCount: integer({ default: 0, min: 0, readOnly: true, label: 'Offers missed' }),
    notes: longText({ max: 5000, help: 'The customer may see them.', readRole: 'staff' }),
    internalNotes: longText({ max: 5000, help: 'For the staff only.', readRole: 'staff' }),
  },
  represent: 'customerId',
  actions: waitlistActions,
  list: {
    columns: ['customerName', 'position', 'title', 'windows', 'quantity', 'status', 'offerExpiresAt', 'joinedAt'],
    hidden: ['quantity', 'joinedAt'],
    cardTitle: ['customerName', 'title'],
    tabs: {
      active: { label: 'Waiting', filter: { status: ['waiting', 'offered'] }, sort: 'joinedAt' },
      offered: { label: 'Offered', filter: { status: ['offered'] }, sort: 'offerExpiresAt' },
      over: { label: 'Over', filter: { status: ['converted', 'expired', 'cancelled'] }, sort: '-joinedAt' },
    },
    filters: ['status', 'customerId'],
    views: { board: { by: 'status', shows: ['windows', 'offerExpiresAt'] } },
    sort: 'joinedAt',
  },
  search: { fields: ['customerId'], title: 'customerName', subtitle: ['title'] },
  form: [
    { name: 'wanted', title: 'Wanted', fields: ['variantId', 'customerId', 'quantity', 'durationMinutes', 'windows'] },
    {
      name: 'choice',
      title: 'Choice',
      isSeldom: true,
      fields: ['preferredResourceIds', 'onlyPreferred', 'channelId'],
    },
    { name: 'notes', title: 'Notes', isSeldom: true, fields: ['notes', 'internalNotes'] },
  ],
  conditions: { windows: { required: true } },
  check: ({ onlyPreferred, preferredResourceIds }) =>
    onlyPreferred && preferredResourceIds?.length === 0 ? { preferredResourceIds: 'validation.required' } : {},
  locked: ({ status }) => {
    if (status === 'waiting') return null
    return {
      open: ['notes', 'internalNotes'],
      why: status === 'offered' ? 'refusal.entryOffered' : 'refusal.entryOver',
    }
  },
  isKept: ({ offers }) => Array.isArray(offers) && offers.length > 0,
  bulk: false,
  freshFor: 5,
  texts: {
    empty: 'Who finds nothing free waits here, and is offered what others give back.',
    created: 'On the waitlist',
  },
})

/** As the API answers it. */
export type WaitlistEntry = RecordOf<typeof waitlistEntries> & { offers: WaitlistOffer[] }
