import { action, choice, defineResource, flag, instant, integer, parent, type RecordOf, rows, text } from '../declare'
import { bookableResources } from './resources'

/** See docs/domain.md#busy-calendars. */
export const busyCalendars = defineResource({
  name: 'busyCalendars',
  label: ['Busy Calendar', 'Busy Calendars'],
  icon: 'event',
  scope: 'tenant',
  api: '/resources/{resourceId}/busy-calendars',
  access: { read: 'staff', write: 'staff' },
  rows: { read: [rows.role('admin'), rows.own('resourceId')] },
  notTakenBack: 'Its address is a secret, and not in the history.',
  fields: {
    resourceId: parent(() => bookableResources),
    name: text({ required: true }),
    url: text({
      required: true,
      max: 2000,
      label: 'Address',
      help: 'The secret address of the calendar (iCal, https or webcal). Only its host and its end are shown later.',
    }),
    isActive: flag({ default: true, label: 'Active' }),
    refreshMinutes: integer({ default: 30, min: 15, max: 1440, label: 'Read every (min)' }),
    lastSuccessAt: instant({ computed: true, label: 'Last read' }),
    lastError: choice(
      [
        'timeout',
        'connection',
        'tls',
        'dns',
        'blocked_address',
        'redirect',
        'status',
        'too_large',
        'no_calendar',
        'too_many',
      ],
      {
        computed: true,
        label: 'Problem',
        labels: {
          timeout: 'Too slow',
          connection: 'No connection',
          tls: 'No trusted certificate',
          dns: 'The host is not known',
          blocked_address: 'The address is not allowed',
          redirect: 'It redirects: enter the address that it leads to',
          status: 'It answered an error',
          too_large: 'It is too large: at most 2 MB',
          no_calendar: 'It is no calendar',
          too_many: 'It has more than 5,000 events in a year',
        },
      },
    ),
    eventCount: integer({ computed: true, default: 0, label: 'Events' }),
  },
  represent: 'name',
  actions: {
    refresh: action({
      label: 'Read now',
      done: 'Read',
      docs: {
        summary: 'Read a busy calendar now',
        description:
          'Once, also while it is off. `lastError` says what came of it. Once in 15 seconds, and three of a tenant at once: ' +
          'beyond that, and while it is being read, the answer is 409 with `Retry-After`.',
      },
    }),
  },
  list: { columns: ['name', 'url', 'isActive', 'lastSuccessAt', 'lastError', 'eventCount'], sort: 'name' },
  form: ['name', 'url', 'refreshMinutes', 'isActive'],
  limit: 3,
  bulk: false,
  freshFor: 5,
  texts: { empty: 'A busy calendar keeps times free of bookings that are taken elsewhere.' },
})

export type BusyCalendar = RecordOf<typeof busyCalendars>
