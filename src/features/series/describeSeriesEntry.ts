import type { DescribeEntry } from '../../crud/history/describeEntry'
import { series } from '../../i18n/en/features/series'
import type { ProductText } from '../../i18n/productText'
import { describeStoredRule } from './rules'

/** Fields that follow from others, or serve the program alone. */
const implied = [
  ...['icalSequence', 'scope', 'bookings', 'rrule', 'startsAt', 'endsAt', 'timeZone', 'exDates', 'occurrenceCount'],
  ...['onConflict', 'nearestWithinDays', 'keepResources', 'reference', 'variantId'],
]

/** Which dates of a series a change meant, how many bookings it concerned, and the rule where that is another. */
export const describeSeriesEntry: DescribeEntry = ({ changes }, { text: machineText, display }) => {
  // English messages of this room are not in the catalogue.
  const text = ((key: keyof typeof series, args?: object) =>
    (machineText as (key: string, args: object) => string)(key, { ...args, _: series[key] })) as ProductText
  const scope = changes.scope?.to
  const count = changes.bookings?.to
  const isScope = scope === 'this' || scope === 'following' || scope === 'all'
  const which = [
    isScope && text(`series.history.scope.${scope}`),
    typeof count === 'number' && text('series.history.bookings', { smart_count: count }),
  ].filter(part => part !== false)
  const rule = changes.rrule?.to
  const startsAt = changes.startsAt?.to
  const words =
    typeof rule === 'string' && typeof startsAt === 'string' ? describeStoredRule(rule, startsAt, text, display) : null
  return {
    lines: [
      ...(which.length > 0 ? [which.join(': ')] : []),
      ...(words ? [text('series.history.rule', { rule: words })] : []),
    ],
    told: implied,
  }
}
