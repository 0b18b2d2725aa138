import { cancellationNotice } from '../rules/cancellationNotice'
import { formatInstant } from '../time/formatInstant'
import { type InstantInput, MINUTE, toMillis } from '../time/instant'
import type { Inquiry } from './Inquiry'

/** Until when customers and channels may cancel or move a booking; staff may later, with a reason. */
export interface CancellationDeadline {
  minutes: number
  /** The last instant at which it may still be done. */
  latestAt: string
  isPassed: boolean
  /** The rule that says so; null when the variant does. */
  ruleId: string | null
  ruleName: string | null
}

/**
 * The strictest cancellation notice over the resources of a booking that starts at `startsAt`; null when there is none.
 * Pin the booking's resources in the request.
 */
export function cancellationDeadline(
  { cases, request, world }: Inquiry,
  startsAt: InstantInput,
  action: 'cancel' | 'reschedule',
): CancellationDeadline | null {
  const start = toMillis(startsAt)
  const horizon = world.horizon(start, start)
  const notices = cases.flatMap(one => {
    return cancellationNotice(one.termsAt(start, horizon).rules, request.variant, action) ?? []
  })
  const [strictest] = notices.sort((a, b) => b.value - a.value)
  if (!strictest) return null
  const latest = start - strictest.value * MINUTE
  return {
    minutes: strictest.value,
    latestAt: formatInstant(latest),
    isPassed: world.now > latest,
    ruleId: strictest.rule?.id ?? null,
    ruleName: strictest.rule?.name ?? null,
  }
}
