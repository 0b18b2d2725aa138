import {
  defineResource,
  group,
  instant,
  localDate,
  longText,
  MINUTE,
  type RecordOf,
  type ResourceRef,
  references,
  weekdays,
} from '../declare'
import { bookableResources } from './resources'

const checkMinute = (value: string | undefined) =>
  value && Date.parse(value) % MINUTE !== 0 ? ('validation.wholeMinutes' as const) : undefined

/** A time that resources are closed for, made of blackout rules (docs/domain.md#blocks). */
export const blocks = defineResource({
  name: 'blocks',
  label: ['Block', 'Blocks'],
  icon: 'block',
  scope: 'tenant',
  api: '/blocks',
  screens: { base: '/blocks', form: 'dialog' },
  access: { read: 'staff', write: 'staff' },
  apiScopes: { read: ['setup.read'], write: ['setup'] },
  fields: {
    resourceIds: references((): ResourceRef => bookableResources, { max: 100, label: 'Resources' }),
    startsAt: instant({ required: true, label: 'From' }),
    endsAt: instant({ required: true, label: 'To', help: 'At most 366 days later.' }),
    reason: longText({ max: 240, help: 'Shown in the calendar, and to whoever is refused.' }),
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
  form: ['resourceIds', 'startsAt', 'endsAt', 'reason', 'repeats'],
  conditions: { resourceIds: { required: true } },
  check: ({ startsAt, endsAt }) => {
    const problems = { startsAt: checkMinute(startsAt), endsAt: checkMinute(endsAt) }
    const isInverted = startsAt && endsAt && Date.parse(endsAt) <= Date.parse(startsAt)
    return {
      ...(problems.startsAt && { startsAt: problems.startsAt }),
      ...(isInverted
        ? { endsAt: 'validation.endsBeforeStart' as const }
        : problems.endsAt && { endsAt: problems.endsAt }),
    }
  },
  bulk: false,
  freshFor: 5,
  texts: { empty: 'Blocks close resources for a while: a break, a repair, a holiday.' },
})

/** `dst_widened`: its rules close more than was asked, since local times cannot name the second of a repeated hour. */
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
