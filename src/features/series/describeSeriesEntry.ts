import type { Money } from '../../declare'
import { series } from '../../i18n/en/features/series'
import { type DescribeEntry, formatMoney, type useText } from '../../show'
import { describeStoredRule } from './rules'

/** Derived or internal fields. */
const implied = [
  ...['icalSequence', 'scope', 'bookings', 'rrule', 'startsAt', 'endsAt', 'timeZone', 'exDates', 'occurrenceCount'],
  ...['onConflict', 'nearestWithinDays', 'keepResources', 'reference', 'variantId'],
]

export const describeSeriesEntry: DescribeEntry = ({ action, changes }, { text: machineText, display }) => {
  // The catalogue's type lacks this feature's messages.
  const text = ((key: keyof typeof series, args?: object) =>
    (machineText as (key: string, args: object) => string)(key, { ...args, _: series[key] })) as ReturnType<
    typeof useText
  >
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
  const total = changes.total?.to as Money | null | undefined
  return {
    lines: [
      ...(action === 'created' ? [text('crud.history.action.created')] : []),
      ...(which.length > 0 ? [which.join(': ')] : []),
      ...(words ? [text('series.history.rule', { rule: words })] : []),
      ...(total ? [text('series.history.each', { total: formatMoney(total, display.locale) })] : []),
    ],
    told: [...implied, 'total'],
  }
}
