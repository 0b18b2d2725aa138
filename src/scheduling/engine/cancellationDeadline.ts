import { formatInstant, MINUTE } from '../../declare'
import { type InstantInput, toMillis } from '../../resources/instants'
import { cancellationNotice } from '../rules/approvalAndCancellation'
import type { AvailabilityQuery } from './AvailabilityQuery'

/** Binds customers and channels, not staff. */
export interface CancellationDeadline {
  minutes: number
  latestAt: string
  isPassed: boolean
  /** Null for the variant's own deadline. */
  ruleId: string | null
  ruleName: string | null
}

export function cancellationDeadline(
  { resourceQueries, request, snapshot }: AvailabilityQuery,
  startsAt: InstantInput,
  action: 'cancel' | 'reschedule',
): CancellationDeadline | null {
  const start = toMillis(startsAt)
  const horizon = snapshot.horizon(start, start)
  const notices = resourceQueries.flatMap(one => {
    return cancellationNotice(one.constraintsAt(start, horizon).rules, request.variant, action) ?? []
  })
  const [strictest] = notices.sort((a, b) => b.value - a.value)
  if (!strictest) return null
  const latest = start - strictest.value * MINUTE
  return {
    minutes: strictest.value,
    latestAt: formatInstant(latest),
    isPassed: snapshot.now > latest,
    ruleId: strictest.rule?.id ?? null,
    ruleName: strictest.rule?.name ?? null,
  }
}
