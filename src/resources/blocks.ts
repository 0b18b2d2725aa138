import {
  defineResource,
  group,
  instant,
  localDate,
  type RecordOf,
  type ResourceRef,
  references,
  rows,
  text,
  weekdays,
} from '../declare'
import { ofAnyCalendar } from './keptToOwn'
import { bookableResources } from './resources'

/** Closes resources by blackout rules (docs/domain.md#blocks). */
export const blocks = defineResource({
  name: 'blocks',
  label: ['Block', 'Blocks'],
  icon: 'block',
  scope: 'tenant',
  api: '/blocks',
  screens: { base: '/blocks', form: 'dialog' },
  access: { read: 'staff', write: 'staff' },
  rows: { read: [ofAnyCalendar, rows.own('resourceIds')], write: [ofAnyCalendar, rows.everyOwn('resourceIds')] },
  apiScopes: { read: ['setup.read'], write: ['setup'] },
  fields: {
    resourceIds: references((): ResourceRef => bookableResources, { max: 100, label: 'Resources' }),
    startsAt: instant({ required: true, label: 'From' }),
    endsAt: instant({ required: true, label: 'To' }),
    reason: text({ max: 240, help: 'Shown in the calendar, and to whoever is refused.' }),
    repeats: group(
      {
        daysOfWeek: weekdays({ required: true, label: 'On' }),
        untilDate: localDate({ required: true, label: 'Until' }),
      },
      { label: 'Repeats every week', help: 'Only what lasts 24 hours at most.' },
    ),
  },
  represent: 'reason',
  list: { columns: ['startsAt', 'endsAt', 'resourceIds', 'reason'], search: ['reason'], sort: 'startsAt' },
  form: ['reason', 'resourceIds', 'startsAt', 'endsAt', 'repeats'],
  conditions: { resourceIds: { required: true } },
  bulk: false,
  freshFor: 5,
  texts: { empty: 'Blocks close resources for a while: a break, a holiday.' },
})

/** `dst_widened`: rules cannot name the second of a repeated hour, and close more. */
export const blockNotes = ['dst_widened'] as const

export interface AffectedBooking {
  id: string
  reference: string
  startsAt: string
  customerName: string | null
}

/** As the API answers it. */
export type Block = RecordOf<typeof blocks> & {
  ruleIds: string[]
  notes: (typeof blockNotes)[number][]
  affectedBookings: AffectedBooking[]
  affectedCount: number
}
