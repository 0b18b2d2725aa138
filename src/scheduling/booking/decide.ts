import type { CheckEntry } from '../answers'
import type { CheckCode } from '../checks/checkCodes'
import type { Candidate } from '../engine/AvailabilityQuery'
import type { CheckResult } from '../engine/check'
import type { Answers } from '../engine/createEngine'

export interface DecisionOptions {
  override: boolean
  /** Rules newer than the booking. */
  ignore?: ReadonlySet<CheckCode>
}

export type Decision =
  | { booking: CheckResult; reasons: readonly never[]; alternativeResourceIds: readonly never[] }
  | { booking: null; reasons: CheckEntry[]; alternativeResourceIds: string[] }

const NOTHING: readonly never[] = []
const accept = (booking: CheckResult): Decision => ({ booking, reasons: NOTHING, alternativeResourceIds: NOTHING })
const isError = ({ severity }: CheckEntry): boolean => severity === 'error'

/** Only here do staff override rules, and existing bookings escape them. */
export function decide(
  answers: Pick<Answers, 'check' | 'explain'>,
  { startsAt, endsAt }: Candidate,
  { override, ignore }: DecisionOptions,
): Decision {
  const candidate = { startsAt, endsAt: endsAt ?? null }
  const strict = answers.check(candidate)
  if (strict.available) return accept(strict)
  const lenient = answers.check(candidate, { override: true })
  const overrides = lenient.overrides.filter(({ code }) => !ignore?.has(code))
  if (lenient.available && (override || overrides.length === 0)) return accept({ ...lenient, overrides })
  const { alternativeResourceIds } = strict
  if (!override) return { booking: null, reasons: refusalsOf(strict), alternativeResourceIds }
  const hard = answers.explain(candidate).checks.filter(one => !one.passed && isError(one) && !one.isOverridable)
  return { booking: null, reasons: hard, alternativeResourceIds }
}

export function refusalsOf({ headline, reasons }: CheckResult): CheckEntry[] {
  const others = reasons.filter(
    one => isError(one) && (one.code !== headline?.code || one.resourceId !== headline.resourceId),
  )
  return headline ? [headline, ...others] : others
}
