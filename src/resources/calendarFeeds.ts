import {
  callAction,
  choice,
  defineResource,
  flag,
  instant,
  integer,
  type RecordOf,
  type ResourceRef,
  reference,
  references,
  rows,
  text,
} from '../declare'
import { memberships } from './memberships'
import { bookableResources } from './resources'
import { resourceTypes } from './resourceTypes'

/** `tenant` needs no field. */
const toldBy = { resource: 'resourceIds', resource_type: 'resourceTypeIds', member: 'membershipId' } as const

/** See docs/domain.md#calendar-feeds. */
export const calendarFeeds = defineResource({
  name: 'calendarFeeds',
  label: ['Calendar Feed', 'Calendar Feeds'],
  icon: 'event',
  scope: 'tenant',
  api: '/calendar-feeds',
  screens: { base: '/settings/calendar-feeds', form: 'dialog' },
  access: { read: 'staff', write: 'staff' },
  rows: { read: [rows.role('admin'), rows.allOf(rows.is('scope', 'member'), rows.mine('membershipId'))] },
  notTakenBack: 'Its address is a secret, and not in the history.',
  // Superusers see a member's feeds before deleting the member.
  beyondTenant: { read: ['id', 'name', 'membershipId'] },
  fields: {
    name: text({ required: true, help: 'Calendar programs show it.' }),
    scope: choice(['tenant', 'resource', 'resource_type', 'member'], {
      required: true,
      immutable: true,
      label: 'Bookings of',
      labels: { tenant: 'Everything', resource: 'Resources', resource_type: 'Resource types', member: 'A member' },
    }),
    resourceIds: references((): ResourceRef => bookableResources, { label: 'Resources' }),
    resourceTypeIds: references((): ResourceRef => resourceTypes, { label: 'Resource types' }),
    membershipId: reference((): ResourceRef => memberships, { immutable: true, label: 'Member' }),
    includesCustomerNames: flag({
      label: 'With customers’ names',
      help: 'Whoever knows the address reads them, too.',
    }),
    includesPending: flag({ default: true, label: 'With bookings that wait for approval' }),
    isActive: flag({ default: true, label: 'Active' }),
    pastDays: integer({ default: 30, min: 0, max: 366, label: 'Days back' }),
    futureDays: integer({ default: 366, min: 1, max: 731, label: 'Days ahead' }),
    cancelledDays: integer({
      default: 30,
      min: 0,
      max: 90,
      label: 'Days with cancelled ones',
      help: 'For so long after a cancellation calendars are told of it.',
    }),
    lastReadAt: instant({ computed: true, label: 'Last read' }),
  },
  represent: 'name',
  conditions: {
    resourceIds: { when: { scope: ['resource'] }, required: true },
    resourceTypeIds: { when: { scope: ['resource_type'] }, required: true },
    membershipId: { when: { scope: ['member'] }, required: true },
  },
  check: record => {
    const errors: Partial<
      Record<'resourceIds' | 'resourceTypeIds' | 'membershipId', 'validation.required' | 'validation.notWithScope'>
    > = {}
    for (const [scope, name] of Object.entries(toldBy) as [
      keyof typeof toldBy,
      (typeof toldBy)[keyof typeof toldBy],
    ][]) {
      const value = record[name]
      const isGiven = value !== null && value !== undefined && value.length > 0
      if (isGiven !== (record.scope === scope))
        errors[name] = isGiven ? 'validation.notWithScope' : 'validation.required'
    }
    return errors
  },
  actions: {
    rotate: callAction({
      label: 'New address',
      done: 'It has a new address',
      confirm: 'Calendars that read the present address get nothing any more.',
      tone: 'danger',
    }),
  },
  list: {
    columns: ['name', 'scope', 'isActive', 'lastReadAt'],
    search: ['name'],
    filters: ['isActive'],
    sort: 'name',
  },
  form: [
    'name',
    'scope',
    'resourceIds',
    'resourceTypeIds',
    'membershipId',
    'includesCustomerNames',
    'includesPending',
    'isActive',
    'pastDays',
    'futureDays',
    'cancelledDays',
  ],
  limit: 50,
  bulk: false,
  texts: {
    empty: 'A calendar feed shows bookings in Google, Outlook or Apple Calendar, always up to date.',
  },
})

export type CalendarFeed = RecordOf<typeof calendarFeeds>
