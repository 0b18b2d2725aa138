import {
  choice,
  defineResource,
  instant,
  integer,
  joined,
  longText,
  type RecordOf,
  type ResourceRef,
  reference,
  rows,
  text,
  transition,
} from '../declare'
import { channels } from './channels'
import { customers } from './customers'
import { ofAllBookings } from './keptToOwn'
import { variants } from './variants'

/** They refuse the time, not the request, the offer or the person. */
export const refusalCodes = [
  'notice_too_short',
  'too_far_ahead',
  'outside_schedule',
  'outside_opening_hours',
  'blackout',
  'external_busy',
  'no_timeslot',
  'timeslot_closed',
  'start_not_on_grid',
  'limit_reached',
  'timeslot_full',
  'resource_busy',
  'capacity_exceeded',
  'related_resource_busy',
  'gap_too_small',
  'other',
] as const

/** Without those who booked soon after. */
export const countedDemand = ['open', 'done'] as const

/** Times asked for in vain (docs/domain.md#refused-demand). */
export const demand = defineResource({
  name: 'demand',
  label: ['Unmet Request', 'Unmet Requests'],
  apiLabel: ['Demand', 'Demands'],
  icon: 'eventBusy',
  scope: 'tenant',
  api: '/demand',
  screens: { base: '/demand', form: { create: 'dialog', edit: 'page' } },
  access: { read: 'staff', write: 'staff' },
  rows: { read: [ofAllBookings, rows.own('channelId'), rows.along('variantId', rows.own('resources'))] },
  apiScopes: { read: ['bookings.read'], write: ['bookings'], members: { customerName: 'customers.read' } },
  // Jobs look for tenants with due work.
  beyondTenant: { read: ['at'] },
  fields: {
    at: instant({ required: true, readOnly: true, label: 'Asked' }),
    variantId: reference((): ResourceRef => variants, { required: true, immutable: true }),
    title: text({
      default: '',
      derived: joined(' · ', 'variantId.catalogItemId.name', 'variantId.name'),
      label: 'What',
      max: 300,
    }),
    wantedFrom: instant({ required: true, immutable: true, label: 'Wanted' }),
    wantedTo: instant({ immutable: true, label: 'Until' }),
    quantity: integer({ default: 1, min: 1, max: 10_000, immutable: true }),
    channelId: reference((): ResourceRef => channels, { immutable: true }),
    customerId: reference((): ResourceRef => customers),
    customerName: text({ derived: joined('', 'customerId.name'), label: 'Customer' }),
    code: choice(refusalCodes, {
      default: 'other',
      immutable: true,
      label: 'Reason',
      labels: {
        external_busy: 'Taken in another calendar',
        start_not_on_grid: 'No start then',
        resource_busy: 'Booked',
        other: 'Another reason',
      },
    }),
    origin: choice(['booking', 'noted'], {
      default: 'noted',
      readOnly: true,
      label: 'How known',
      labels: { booking: 'Refused booking', noted: 'Noted' },
    }),
    note: longText({ max: 500 }),
    status: choice(['open', 'done', 'met'], {
      default: 'open',
      readOnly: true,
      labels: { done: 'Called back', met: 'Booked after all' },
      tones: { open: 'waiting', done: 'done', met: 'good' },
    }),
  },
  represent: 'wantedFrom',
  actions: {
    settle: transition('status', { from: ['open'], to: 'done' }, { label: 'Called back', done: 'Called back' }),
  },
  list: {
    columns: ['wantedFrom', 'title', 'customerName', 'code', 'note', 'quantity', 'origin', 'status', 'at'],
    hidden: ['quantity', 'origin', 'at'],
    cardTitle: ['wantedFrom', 'title'],
    search: ['note'],
    tabs: {
      callBack: { label: 'To call back', filter: { origin: ['noted'], status: ['open'] }, sort: 'wantedFrom' },
      refused: { label: 'Refused bookings', filter: { origin: ['booking'], status: ['open', 'done'] }, sort: '-at' },
    },
    filters: ['code', 'variantId', 'customerId', 'channelId', 'origin', 'status', 'wantedFrom'],
    sort: '-wantedFrom',
    views: { calendar: { from: 'wantedFrom', until: 'wantedTo', shows: ['title', 'customerName'] } },
  },
  form: ['variantId', 'wantedFrom', 'wantedTo', 'quantity', 'customerId', 'code', 'note'],
  createForm: ['variantId', 'wantedFrom', 'customerId', 'code', 'note'],
  bounds: { wantedTo: { after: 'wantedFrom' } },
  freshFor: 5,
  texts: {
    empty: 'What people asked for and could not have: refused bookings, and requests that you note.',
    created: 'Noted',
  },
})

export type Demand = RecordOf<typeof demand>
