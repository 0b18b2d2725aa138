import { action, choice, flag, instant, integer, localDate, type ResourceRef, references } from '../declare'
import { notify, override, reason, time, unavailable } from './bookingInputs'
import { bookableResources } from './resources'

const scopes = ['all', 'following', 'this'] as const
export type SeriesScope = (typeof scopes)[number]

const scope = choice(scopes, {
  required: true,
  help: 'This occurrence; this and the following; or all. The last two never touch what has begun.',
})
const occurrence = integer({ min: 0, max: 100_000, help: 'The index of the occurrence, for “this” and “following”.' })
const resourceIds = references((): ResourceRef => bookableResources, { max: 100, help: 'Pinned: these and no others.' })
const onConflict = choice(['fail', 'skip', 'nearest'], {
  default: 'fail',
  help: 'What becomes of an occurrence whose time is not free: nothing is done at all; it stays where it was; or it takes the nearest free start.',
})
const ownNearest = integer({ min: 0, max: 7, help: 'How far “nearest” may go; as for the series unless given.' })
const skipOrNearest = choice(['skip', 'nearest'], { default: 'skip' })
const nearestWithinDays = integer({ default: 0, min: 0, max: 7, help: 'How far “nearest” may go; 0 is the same date.' })
export const overwriteExceptions = flag({ help: 'Also what was changed for single occurrences.' })
const notifyOfFirst = flag({
  help: 'Tell the customer by mail: one for all new dates. Nobody is told unless this is true.',
})
const dryRun = flag({ help: 'Change nothing, and answer what would become of it.' })

interface Scoped {
  scope: SeriesScope
  occurrence: number | null
}

export const checkScope = ({ scope: of, occurrence: index }: Scoped) => ({
  ...(of !== 'all' && index === null && { occurrence: 'validation.required' as const }),
})

const checkOverride = ({ override: isSet, reason: why }: { override: boolean; reason: string | null }) => ({
  ...(isSet && !why && { reason: 'validation.reasonNeeded' as const }),
})

export const scoped = { scope, occurrence }

// The series' page and the timeline ask which occurrences.
const own = { button: 'own' as const }

/** See docs/domain.md#series. */
export const bookingSeriesActions = {
  reschedule: action({
    ...own,
    form: {},
    label: 'Move',
    done: 'Moved',
    input: {
      scope,
      occurrence: integer({ required: true, min: 0, max: 100_000, help: 'The one that goes to `startsAt`.' }),
      ...time,
      resourceIds,
      anyResource: flag({ help: 'Any that is free; otherwise each stays where it is.' }),
      onConflict,
      nearestWithinDays,
      override,
      reason,
      overwriteExceptions,
      notify,
      dryRun,
    },
    check: checkOverride,
    docs: {
      summary: 'Move occurrences of a series',
      description: `By the days between the old date and the new one, to the new time of day. ${unavailable}`,
    },
  }),
  reassign: action({
    ...own,
    form: {},
    label: 'Reassign',
    done: 'Reassigned',
    input: {
      ...scoped,
      resourceIds,
      onConflict: choice(['fail', 'skip'], { default: 'fail' }),
      override,
      reason,
      notify,
      dryRun,
    },
    conditions: { resourceIds: { required: true } },
    check: given => ({ ...checkScope(given), ...checkOverride(given) }),
    docs: { summary: 'Give occurrences of a series other resources', description: unavailable },
  }),
  approve: action({
    ...own,
    form: {},
    label: 'Approve',
    done: 'Approved',
    input: { ...scoped, reason, notify },
    check: checkScope,
    docs: { summary: 'Confirm the occurrences of a series that wait for approval' },
  }),
  decline: action({
    ...own,
    form: {},
    label: 'Decline',
    done: 'Declined',
    input: { ...scoped, reason, notify },
    check: checkScope,
    docs: { summary: 'Refuse the occurrences of a series that wait for approval' },
  }),
  retrySkipped: action({
    label: 'Retry left-out dates',
    done: 'Tried again',
    input: {
      startsAt: instant({ help: 'Another time, for one date: `indexes` names it.' }),
      resourceIds,
      onConflict: skipOrNearest,
      nearestWithinDays: ownNearest,
      notify: notifyOfFirst,
      dryRun,
    },
    ...own,
    form: {},
    docs: {
      summary: 'Book what was skipped, where it is free now',
      description: 'Those to come, or those of `indexes`, which may name dates that were left out on purpose.',
    },
  }),
  extend: action({
    label: 'Extend',
    done: 'Extended',
    input: {
      count: integer({ min: 1, max: 104, help: 'How many more dates.' }),
      untilDate: localDate({ help: 'Until this date, included.' }),
      onConflict,
      nearestWithinDays: ownNearest,
      notify: notifyOfFirst,
      dryRun,
    },
    ...own,
    form: {},
    docs: {
      summary: 'Add dates to the end of a series',
      description: `\`count\` more, those until \`untilDate\`, or what both allow. ${unavailable}`,
    },
  }),
  cancel: action({
    ...own,
    form: {},
    label: 'Cancel bookings',
    done: 'Cancelled',
    input: {
      ...scoped,
      reason,
      by: choice(['staff', 'customer', 'system'], { default: 'staff', help: 'Who wants it.' }),
      notify,
    },
    check: checkScope,
    tone: 'danger',
    docs: { summary: 'Cancel occurrences of a series', description: 'Later than customers may, it takes a reason.' },
  }),
}
