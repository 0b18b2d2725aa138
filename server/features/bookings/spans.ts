import { sql } from 'kysely'
import { formatInstant, MINUTE } from '../../../src/declare'
import type { CheckResult } from '../../../src/scheduling'

type SpanMinutes = CheckResult['allocations'][number]['spanMinutes']

export const spansText = (spans: SpanMinutes): string =>
  `{${(spans ?? []).map(([from, until]) => `[${from},${until})`).join()}}`

/** Null if the resource is taken throughout. */
export const spanMinutes = sql`case when not isempty(allocations.spans) then (
  select json_agg(json_build_array(lower(span), upper(span))) from unnest(allocations.spans) as span) end`

export const unbuffered = sql`taken_times(allocations.starts_at, allocations.ends_at, allocations.spans,
  allocations.starts_at, allocations.ends_at)`

export const spansOf = (
  { startsAt, endsAt }: Pick<CheckResult, 'startsAt' | 'endsAt'>,
  spans: SpanMinutes,
): { startsAt: string; endsAt: string }[] => {
  if (!spans) return [{ startsAt, endsAt }]
  const start = Date.parse(startsAt)
  return spans.map(([from, until]) => ({
    startsAt: formatInstant(start + from * MINUTE),
    endsAt: formatInstant(start + until * MINUTE),
  }))
}
