import { formatInstant } from '../../time/formatInstant'
import { type InstantInput, MINUTE, toMillis } from '../../time/instant'
import { cancellationNotice } from '../rules/approvalAndCancellation'
import type { AvailabilityQuery } from './AvailabilityQuery'

/** Until when customers and channels may cancel or move a booking. Staff may do so later, with a reason. */
export interface CancellationDeadline {
  minutes: number
  /** The last instant at which it is allowed, ISO 8601 in UTC. */
  latestAt: string
  isPassed: boolean
  /** The rule that sets the deadline; null if the variant does. */
  ruleId: string | null
  ruleName: string | null
}

/**
 * The strictest cancellation deadline over the resources of a booking that starts at `startsAt`; null if there is none.
 * The request must pin the booking's resources.
 */
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
