import {
  choice,
  defineResource,
  flag,
  instant,
  integer,
  parent,
  type RecordOf,
  type ResourceRef,
  text,
} from '../declare'
import { schedules } from './schedules'

/** Availability looks back so far for a running timeslot. */
export const longestTimeslotDays = 31

/** See docs/domain.md#timeslots. */
export const timeslots = defineResource({
  name: 'timeslots',
  label: ['Timeslot', 'Timeslots'],
  icon: 'event',
  scope: 'tenant',
  api: '/schedules/{scheduleId}/timeslots',
  access: { read: 'viewer', write: 'admin' },
  notTakenBack: 'Timeslots are opened, closed and generated again.',
  apiScopes: { read: ['setup.read'], write: ['setup'] },
  fields: {
    scheduleId: parent((): ResourceRef => schedules),
    startsAt: instant({ required: true, label: 'Starts' }),
    endsAt: instant({ required: true, label: 'Ends' }),
    capacity: integer({
      min: 1,
      max: 10_000,
      label: 'Places',
      help: 'Over all resources. Empty: the resources decide.',
    }),
    status: choice(['open', 'closed', 'cancelled'], {
      default: 'open',
      tones: { open: 'good', closed: 'waiting', cancelled: 'off' },
    }),
    label: text({ help: 'Such as Sunset tour.' }),
    origin: choice(['generated', 'manual'], { default: 'manual', readOnly: true }),
    isEdited: flag({ readOnly: true, label: 'Edited by hand' }),
    bookedQuantity: integer({ default: 0, min: 0, computed: true, label: 'Booked' }),
    remaining: integer({ min: 0, computed: true, label: 'Left' }),
  },
  represent: 'startsAt',
  search: false,
  list: {
    columns: ['startsAt', 'endsAt', 'label', 'status', 'capacity', 'bookedQuantity', 'remaining'],
    search: ['label'],
    filters: ['startsAt', 'status', 'origin'],
    sort: 'startsAt',
  },
  form: ['startsAt', 'endsAt', 'capacity', 'status', 'label'],
  bounds: { endsAt: { after: 'startsAt' } },
  uniqueTogether: [['scheduleId', 'startsAt']],
  freshFor: 10,
  texts: {
    empty: 'Timeslots are the departures, classes and sessions that can be booked. Generate them from the hours.',
  },
})

export type Timeslot = RecordOf<typeof timeslots>
