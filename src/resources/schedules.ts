import {
  action,
  activation,
  choice,
  count,
  dateOverrides,
  defineResource,
  flag,
  instant,
  integer,
  localDate,
  longText,
  minutes,
  type RecordOf,
  type ResourceRef,
  setting,
  text,
  timezone,
  weeklyHours,
} from '../declare'
import { bookableResources } from './resources'
import { timeslots } from './timeslots'
import { variants } from './variants'

export const schedules = defineResource({
  name: 'schedules',
  label: ['Schedule', 'Schedules'],
  icon: 'schedule',
  scope: 'tenant',
  api: '/schedules',
  screens: { base: '/setup/schedules', form: 'page' },
  access: { read: 'viewer', write: 'admin' },
  apiScopes: { read: ['setup.read'], write: ['setup'] },
  // A tenant’s default must be active.
  beyondTenant: { read: ['id', 'isActive'] },
  fields: {
    name: text({ required: true, unique: true, help: 'Such as Front desk hours or Kayak departures.' }),
    description: longText(),
    timeZone: timezone({
      required: true,
      default: setting('timeZone'),
      help: 'All times of this schedule are read in it.',
    }),
    mode: choice(['open_hours', 'timeslots'], {
      default: 'open_hours',
      label: 'Bookable',
      labels: { open_hours: 'Any time inside the hours', timeslots: 'Only at generated timeslots' },
    }),
    validFrom: localDate({ help: 'The first day of the season. Empty: no start.', none: 'No start' }),
    validUntil: localDate({ help: 'The last day of the season, included. Empty: no end.', none: 'No end' }),
    weeklyHours: weeklyHours({
      default: [1, 2, 3, 4, 5].map(dayOfWeek => ({ dayOfWeek, startTime: '09:00', endTime: '17:00' })),
      help: 'A day without hours is closed. Hours that end before they start run past midnight.',
    }),
    dateOverrides: dateOverrides({
      label: 'Special dates',
      help: 'Holidays, seasons, one-off openings; they replace all hours of their dates.',
    }),
    slotDurationMinutes: minutes({ default: 60, min: 5, max: 1440, label: 'Timeslot length' }),
    slotGapMinutes: minutes({ default: 0, max: 720, label: 'Pause between timeslots' }),
    slotCapacity: integer({ min: 1, max: 10_000, label: 'Places per timeslot', help: 'Empty: the resources decide.' }),
    isActive: flag({ default: true, label: 'Active' }),
    resourceCount: count((): ResourceRef => bookableResources, 'scheduleId', { label: 'Resources that name it' }),
    followerCount: integer({
      computed: true,
      default: 0,
      label: 'Resources',
      help: 'Those that name it, and for the default schedule those that name none.',
    }),
    variantCount: count((): ResourceRef => variants, 'scheduleId', { label: 'Variants' }),
    timeslotCount: count((): ResourceRef => timeslots, 'scheduleId', { label: 'Timeslots' }),
    lastGeneratedAt: instant({ readOnly: true, label: 'Last generated' }),
  },
  limit: 200,
  represent: 'name',
  import: { keys: [['name']] },
  setup: { key: ['name'] },
  actions: {
    ...activation,
    duplicate: action({
      label: 'Duplicate',
      done: 'Duplicated',
      input: { name: text({ required: true, label: 'Name of the copy' }) },
      confirm: 'The copy has the same hours, and no timeslots.',
      answers: 'created',
    }),
  },
  related: [{ of: (): ResourceRef => bookableResources, by: 'scheduleId' }],
  list: {
    columns: ['name', 'mode', 'timeZone', 'followerCount', 'variantCount', 'isActive'],
    search: ['name', 'description'],
    filters: ['mode', 'isActive'],
    sort: 'name',
  },
  form: [
    {
      name: 'schedule',
      title: 'Schedule',
      help: 'How its hours are booked, and in which time zone.',
      fields: ['name', 'description', 'timeZone', 'mode', 'isActive'],
    },
    {
      name: 'season',
      title: 'Season',
      help: 'The dates between which it is in force.',
      fields: ['validFrom', 'validUntil'],
    },
    { name: 'weeklyHours', title: 'Weekly hours', help: 'The hours of every week.', fields: ['weeklyHours'] },
    {
      name: 'timeslots',
      title: 'Generating timeslots',
      help: 'What it begins with.',
      fields: ['slotDurationMinutes', 'slotGapMinutes', 'slotCapacity'],
    },
    {
      name: 'calendar',
      title: 'Calendar',
      help: 'What the hours come to, as typed, with holidays and other special dates.',
      fields: ['dateOverrides'],
    },
  ],
  bounds: { validUntil: { min: 'validFrom' } },
  texts: { empty: 'A schedule says when you are open. Resources follow it, and timeslots are made from it.' },
})

export type Schedule = RecordOf<typeof schedules>
